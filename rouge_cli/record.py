"""`Record`: frozen fields by name, for what a run makes once or a few times."""

from dataclasses import MISSING, FrozenInstanceError, dataclass
from typing import TYPE_CHECKING, Any, dataclass_transform

if TYPE_CHECKING:
    from inspect import Signature


class _Fields:
    """The signature of a class of records, which is made when somebody looks at it."""

    def __get__(self, record: object, kind: type[Any]) -> "Signature":
        from inspect import Parameter, Signature

        return Signature(
            [
                Parameter(
                    field.name,
                    Parameter.KEYWORD_ONLY,
                    default=Parameter.empty if field.default is MISSING else field.default,
                    annotation=field.type,
                )
                for field in getattr(kind, "__dataclass_fields__", {}).values()
            ]
        )


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """The base of frozen data classes that are made of keywords and compared by value.

    `dataclass` and `NamedTuple` write the methods of a class as source, and compile it whenever the class is
    loaded: that of `Options` takes 1 to 2 ms, one of a few fields 0.1 to 0.2, and a short run 50. The methods
    here are those of all classes. `replace`, `fields` and `asdict` of `dataclasses` take records.
    """

    __signature__ = _Fields()

    def __init_subclass__(cls) -> None:
        dataclass(init=False, repr=False, eq=False, match_args=False)(cls)

    def __init__(self, **values: Any) -> None:
        """Set the fields. Raises `TypeError` for a name that is unknown, or that is missing."""
        known = self.__dataclass_fields__  # type: ignore[attr-defined]  # Subclasses have it.
        for name in values:
            if name not in known:
                raise TypeError(f"{type(self).__name__}() got an unexpected keyword argument {name!r}")
        for name, field in known.items():
            value = values.get(name, field.default)
            if value is MISSING:
                raise TypeError(f"{type(self).__name__}() lacks the keyword argument {name!r}")
            vars(self)[name] = value
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields, where a class has something to check."""

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"
