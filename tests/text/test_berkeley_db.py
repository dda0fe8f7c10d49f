"""Hash files of Berkeley DB, as its versions 1.85 and 5.3 wrote them (zlib, base64).

Pages are small, so that buckets split and overflow. "long" has a key longer than a page.
"""

from __future__ import annotations

import random
from base64 import b64decode
from contextlib import nullcontext, suppress
from struct import pack_into
from zlib import decompress

import pytest

from rouge_cli.text.word_lists import read_hash

FILES = {
    name: decompress(b64decode(data))
    for name, data in {
        "5.3, little-endian": """
eNrt1T9IVWEYx/Hn51W5QUJLhIsuIrjEOe/5D7k5tjUKgg6igkSdySUaa4h0qkk3nWoIdJCChpx0qZx0Kxxsy8mGons7X2+d08FJKMUDh8/9
3uHel/Pc975mZrLimrzea1faL7pad9Os0aLH/r4+aMjsh9nmwdKrfLZ4r8F98lm3Wvf7JzMT4r0uu7z+10t/zK19DdigrO9YX3WoT9rTR23r
nV5rXS+0qmU901M90kMt6J7mNKVx3dFtjWlUkW5qWIO6oWtqSvpmR/bFPtu+7dqObdkb27CXtmYr9twW7XFpEdN378+HGeSFCZARkAGQPhQZ
pEDGQIZAOiA9KDJKgQyB9KB+zeVFVpdR/l6XARkB6UORfgpkCKQHRXoJkAHkVrM//+H8U+DhxUCGQDogPeDRZkAmQEZABkD6wIQTIAPIa9dc
WeTpq6oso/y9LgbSARNOgAyACadAhkB60Jl/o/yX0Po5tOd/+d948f7sf/12fejMv/tM9/8Fe1oxsP8d5LVnVuWQOv1UqhxD5XPHJUAGwIaP
gXTADs+AjID0oTP/njOev99ffNbbqyPu+4Pfnsv5Z8D8I8gre6n2zCofUtVjqHzuuBTIEEgPGHgGZASkDww8BtJB/hMK9eYm
""",
        "5.3, big-endian": """
eNrt1S9M3GAYx/HndzcWECQzBDcMQZL27f9kSyaQOCQJCQgCJIRAMbhJJpbNgWJuE8vmhoJgNrUZAgocKHCgwBC46zdb2xyoCUKuSe+T75l7
06fvvWbtS+3P5wPTd599Zg2z3vY3zbu7x2rXgYbNbsy+7m29WZ3/+3WTW/Srqbn3+3Trblj3eqyXSnMze6kh69eVLnSmEx3pQL/1Uzv6oW/6
rC1t6IPW9VZrWtaCZjSpCY1rTK8VaVQjGhrUC/VKurZLO7dTO7ZD+2O/bNe27bt9sU+2aR/tXWUFs0sri2EGeWECZARkAKQPRQYpkDGQIZAO
SA+KjFIgQyA96Lzm6iLry6j+rsuAjID0oUg/BTIE0oMivQTIAPLS/BuPYP4p8PBiIEMgHZAe8GgzIBMgIyADIH1gwgmQAeQd11xb5MOrqi2j
+rsuBtIBE06ADIAJp0CGQHpQnn/z3zBar0Jr/N0/xqf3T99+d30oz//Z/9v/T+xpxcD+d5B3PLNqh9TDp1LtGKqeOy4BMgA2fAykA3Z4BmQE
pA/l+fd053/P/DNg/hHktb3U8cyqHlL1Y6h67rgUyBBIDxh4BmQEpA8MPAbSQX4L4/7gAA==
""",
        "1.85, little-endian": """
eNrt1btKA0EYhuE/a4hBPBUK3oD9HPcAgpXYWFlpJTYBwQM4lYXgTXhj3oKXYaGTfaNmk+yiqyaNA/8Thpj5ZncOSm/7XEQSke5T/HyItSzS
EUr6sbp8L2uxNvheerH2ht89Xt8/Cy0Z1dKo5tb6HflvLduq3EmQSxnImZzKsRzJgexLLka2Ym3GmmyDm9sr7zAMP5zHsmNTLDsmw7Kjcyw7
qsCwMjN/N1YS915dvs2wHMt7ZDIphqk/MzkymQLDy+tiW1I+/0WsubXybVkM/an3n8Yarn9np+H958hbVshipMhiZBimfmMKDL1K/mGs9/3X
tP5OIQMXSEcjk8mQyeRY/U33I/8k1vj+b3p+VyADa2RggzylRSaTY6gM8Ln+k+evKd9rZCyD5Fsk3yFb3iOTKTA0n//a7WOQfIvkOyTfI/kp
cv4zDOu1+Y3r75BIj0SmSGSGROZIR2FY9P1b3X9/eeS1Qp5f44zz94uRRiGLoZF8gzX3T/vIymVkNJJvkHyLDf9/vhxZvYzG7x9jkHyL5Dts
e/4Ufuf+0Q7J99g2/6f3j0oxvAHYbBy1
""",
        "1.85, big-endian": """
eNrtlbtKA0EUhv9E0SDeCgVfwH5ndmYvIFiJjZWVqcQmIHgBp7IQfAkfUHwMizi7n2I2JotGjY0D51uGzc43t3Oipe0zSV1p8zE+72MsSx0R
6sVY5L3WYmzwXksx9qp3D1d3T6J1X2PhNebWeh39t1nbqm4VdKGBTtXXsY50oH0VstqS3YyP8Ta4vrn0Dobq4TysO2kG647NYd0xBaw7SQmD
Vib6d7XfjXdvmj/NYT2W95DJZDB8+JktIJMpYRgOh8/DP2wxY6r1n8eYV6t3K4UhZvj4/mc6qo6/s9Oy/wVklxPIYWSQw8hh+PCNLWGIlWTU
f6j+2/VrO3+XQAYuIR0DmUwOmUwBm9/E6vbmP9Fg9Pq3rd+VkIENZGALWWUKmUwBQ2OA9/MfT782vzeQsSzEn0L8DnLlPWQyJQzt+T/1+liI
P4X4HcTvIf4Mkv85DFqf5u9V/yUTNqCWOYjSQ5QZRJlDlAWkk8Dw5/W3cf9+M+VNAlm/gRPy7weVNoEchoH4LZxSf2ZXNoqRNRC/hfhT2PL/
82llsxiN1h9rIf4U4ndw1vxL4Ffqj3EQv4ez+r9bf5IMhhe/OhzQ
""",
        "5.3, empty": """
eNpjYGBgYGSAgERRNgZOEIMJiDkgYkwMmOAjowoDwz8GhttvjlSXZ0LEGJHMgYGLvRlx2MRHwSgYBYMHMGLmcyYG3tH8PxIAAEy6EOs=
""",
        "1.85, empty": """
eNpjYBNNZGBgYGJgYLkEpBuAmJ2BgZEBghk4oAwmKM0MpsFSYMAyNa/2MZTNBMV0BxyMDKNgFJAF/v4fWAAAwL+D4Q==
""",
        "5.3, long": """
eNpjYGBgYGSAgERRNgZOEIMJiDkgYswMmMCESYWB4R8Dw1ahbtbKTIgYI5I5MP7F3ow4dPFRMPgAehwxMXxiZOD9wvhpNOKGY2wnMSsoKIDy
tQ4jIv6ZUBUxMfDCGOTlf4bR/D+k8j8zCh+YMtjTRgHRYOjGPQAXRIe+
""",
        "1.85, long": """
eNpjYBNNZGBgYGJgYLkEpBuAmJ2BgZEBghk4IHIMLFCaGSrBAqOn5tU+ZoAAViBmYxgAwMHIMArIBEwMTMA4LgNH/EgE7/8PLGBh4ANmJGZQ
PgOy0ugOIPazDKD9FsBChVHAnEGTwZz4aEuilv0DnwKrRmzeGwz+BwCMEwAR
""",
    }.items()
}
ENTRIES = {b"form%02ds" % number: b"form%02d" % number for number in range(60)}


@pytest.mark.parametrize("name", [name for name in FILES if "long" not in name])
def test_entries(name: str) -> None:
    assert read_hash(FILES[name]) == ({} if "empty" in name else ENTRIES)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (FILES["5.3, long"], "an entry has pages of its own"),
        (FILES["1.85, long"], "an entry has pages of its own"),
        (b"", "the file is damaged"),
        (b"best well\n" * 9, "not a hash file of Berkeley DB"),
        (FILES["5.3, empty"][:20] + bytes(100), "the file is damaged"),
        (FILES["1.85, empty"][:12] + bytes(300), "the file is damaged"),
    ],
)
def test_what_cannot_be_read(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_hash(data)


@pytest.mark.parametrize(("size", "is_one"), [(63, False), (64, True), (65_536, True), (65_537, False)])
def test_pages_have_sizes_that_a_database_can_have(size: int, is_one: bool) -> None:
    for name, place, order in (("5.3, empty", 20, "<"), ("1.85, empty", 12, ">")):
        data = bytearray(FILES[name])
        pack_into(f"{order}I", data, place, size)
        with nullcontext() if is_one else pytest.raises(ValueError, match="the file is damaged"):
            assert read_hash(bytes(data) + bytes(1 << 18)) == {}


def test_damaged_files_end() -> None:
    """Whatever bytes are wrong, the reading ends, with entries or with the one error."""
    rng = random.Random(1)
    for data in list(FILES.values()) * 40:
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 5, 50])):
            damaged[rng.randrange(rng.choice([128, len(damaged)]))] = rng.randrange(256)
        with suppress(ValueError):
            read_hash(bytes(damaged[: rng.choice([len(data), rng.randrange(len(data))])]))
