"""Writes scalars.tsv: plain scalars and what PyYAML 6.0.3, the reference implementation's YAML, makes of them.

    python make.py > scalars.tsv

One scalar a line: the scalar, its type, its value. Types: str, null, bool, int, float (17 digits, so that it is
exact), timestamp (no value), error (PyYAML resolves it to a type but fails to convert it).
"""

import itertools

import yaml

assert yaml.__version__ == "6.0.3"

HAND = """
yes Yes YES yEs no No NO on On ON off Off OFF true True TRUE tRUE false False FALSE y n Y N t f o
~ null Null NULL nULL nul nulls None nil
1e5 1.0e5 1e+5 1.5e3 12e03 1.0e+5 1.e+5 1.E-5 1.0E+05 6.8523015e+5 685.230_15e+03 685_230.15 190:20:30.15 1.0e+ 1.0e-
.5 5. 0. -0. -0.0 +.5 -.5 .5_ ._5 .5e+3 .5e3 ._ . .. ... .5. 1_000.5 1_.5 1._5 1__0.0 _1.0 +1.5 -1.5 +-1.5 1.5.5 00.5 08.5
+.inf -.inf .inf .Inf .INF .iNF inf Inf -inf +inf infinity .nan .NaN .NAN .Nan -.nan +.nan nan NaN NAN
012 -012 +012 0 00 -0 +0 0_ 0__7 0_7 08 09 0o12 0O12 0b101 0b 0b_ 0b2 0B1 -0b11 0b1_0 0x1F 0x 0x_ 0xg 0X1F -0x1F +0x1f 0x1_F
1_000 1__0 1_ _1 1, 12e 1d 1L +1 -1 --1 +-1 - + -_ 1- 1-2 0x1F.5 0b1.0 -0x8000000000000000 0x7fffffffffffffff 0x8000000000000000
9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551616
340282366920938463463374607431768211456 0xffffffffffffffffffffffffffffffffffff 07777777777777777777777777 1_0000000000000000000000
190:20:30 1:2 1:02 1:60 1:59 1:5_9 0:1 00:1 1:2:3:4:5 -1:30 +1:30 1_0:30 1:2. 1:2.5 -1:2.5 0:1.5 1:2.5_ 1:2._5 1:2.5e+3 1::2 1: :1 12:30:45
99999999999999999999:59:59 1:2:3.25 1_:2.5
2001-12-14 2001-1-1 2001-13-45 2001-12-1 20011-12-14 2001-12-14T 2001-12-14t21:59:43.10-05:00 2001-12-14T21:59:43Z 2001-12-14T1:59:43
2001-12-14T21:59 2001-12-14T21:59:43. 2001-12-14T21:59:43.123456789 2001-12-14T21:59:43+5 2001-12-14T21:59:43+05:3 2001-12-14T21:59:43+0530
2001-12-14T21:59:43-05:30 2001-12-14T21:59:60 2001-12-14Z 2001-12-14Tx 2024-02-30 2001-1-1T1:02:03 2001-12-14T21:59:43z 0000-01-01
< << = == ! :a a:b 1e 1.2.3 1..2 v1.0 12abc 1/2 3j 1+2i (1+2j) 100% $5 a_b é ２ ١ 1٠ 0x１
1e400 1.0e+400 -1.0e+400 1.0e-400 4.9e-324 2.2250738585072014e-308 0.1 123456789012345678901234567890.0 1.7976931348623157e+308
""".split()
SPACED = [
    "", "2001-12-14 21:59:43.10 -5", "2001-12-14 21:59:43", "2001-12-15  2:59:43.10", "2001-12-14 21:59:43 Z",
    "2001-12-14 21:59:43Z", "2001-12-14 21:59:43 +5:30", "2001-12-14 21:59:43 +05:30", "2001-12-14 21:59:43.5 +05:30",
    "2001-12-14 21:59", "2001-1-1 1:2:3", "2001-1-1 1:02:03", "2001-12-14 Z", "1 000", "- 5", "1 :2", "yes no", "2001-12-14 T21:59:43",
    "2001-12-14 21:59:43 -", "2001-12-14 21:59:43\t-5",
]
# All short combinations of what numbers are made of.
SHORT = ["".join(letters) for length in (1, 2, 3) for letters in itertools.product("+-.0157_:ebx", repeat=length)]


def answer(text):
    loader = yaml.SafeLoader("")
    tag = loader.resolve(yaml.ScalarNode, text, (True, False))
    node = yaml.ScalarNode(tag, text)
    kind = tag.removeprefix("tag:yaml.org,2002:")
    if kind in ("merge", "value", "yaml", "str"):
        return "str", ""
    if kind == "timestamp":
        return "timestamp", ""
    try:
        value = loader.construct_object(node)
    except (ValueError, IndexError):
        return "error", kind
    if kind == "float":
        return "float", f"{value:.17g}"
    return kind, {None: "", True: "true", False: "false"}.get(value, str(value)) if kind != "int" else str(value)


print(__doc__.splitlines()[0].replace("Writes scalars.tsv: p", "# P"))
for text in dict.fromkeys(SPACED + HAND + SHORT):
    print(text.replace("\t", "\\t"), *answer(text), sep="\t")
