"""COCO's JSON: annotations with the references of images, and files of results, each of one system."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import InputError, several
from ..evaluation import Evaluation, Text
from ..text.files import read_bytes
from .line_files import system_names
from .streams import Stream, stream_of


def open_coco(annotations: str, results: Sequence[str]) -> Stream:
    """Return an evaluation for each image with references, in the order of the images.

    An image without a result is a missing summary. Raises `InputError` for files of another form, for a
    result of an unknown image and for two results of one image.
    """
    document = _json(annotations)
    if not isinstance(document, dict) or not isinstance(document.get("annotations"), list):
        raise InputError(f"{annotations}: no annotations of COCO (an object with a list 'annotations')")
    images = document.get("images")
    listed = images if isinstance(images, list) else []
    models = {str(one["id"]): list[Text]() for one in listed if isinstance(one, dict) and "id" in one}
    shifting: list[str] = []
    for image, caption in _captions(annotations, document["annotations"], "annotation", shifting):
        models.setdefault(image, []).append(caption)
    names = system_names(results)
    peers: dict[str, dict[str, Text | None]] = {image: {} for image, of_image in models.items() if of_image}
    for name, path in zip(names, results, strict=True):
        listed = _json(path)
        if not (listed and isinstance(listed, list)):
            raise InputError(f"{path}: no results of COCO (a list of objects with image_id and caption)")
        for image, caption in _captions(path, listed, "result", shifting):
            if image not in peers:
                raise InputError(
                    f"{path}: a result is for image {image}, which has no caption in {annotations};"
                    " drop it, or name the annotations that belong to the results"
                )
            if name in peers[image]:
                raise InputError(f"{path}: image {image} has two results; keep one of them")
            peers[image][name] = caption
    stream = stream_of(
        [Evaluation(image, of_image, tuple(models[image])) for image, of_image in peers.items()]
    )
    if shifting:
        have = several(len(shifting), "caption has", "captions have")
        stream.notes = (
            f"{have} a line break in the middle (the first is of image {shifting[0]}): COCOEvalCap's"
            " PTBTokenizer would give all captions behind it to other images; here each stays with its own",
        )
    return stream


def _json(path: str) -> Any:
    try:
        return json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: no JSON ({error})") from error


def _captions(path: str, listed: list[Any], what: str, shifting: list[str]) -> Iterator[tuple[str, Text]]:
    """Yield each image and its caption; images of captions with a line break are added to `shifting`.

    Raises `InputError` for an item that lacks either.
    """
    for number, item in enumerate(listed, start=1):
        fields = item if isinstance(item, dict) else {}
        image, caption = fields.get("image_id"), fields.get("caption")
        if not isinstance(image, int | str) or not isinstance(caption, str):
            raise InputError(
                f"{path}: {what} {number} needs an image_id (text or a whole number) and a caption (text)"
            )
        if re.search("[\r\x0b\x0c\u2028\u2029]", caption):
            shifting.append(str(image))
        yield str(image), Text.of(caption, f"{path}, {what} {number}")
