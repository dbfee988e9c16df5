"""``baserate[formats]`` alone: SPSS, Stata and Excel files give the numbers that patients in memory give."""

import importlib.util
import sys
import warnings
import zipfile

import baserate

absent = [name for name in ("sklearn", "matplotlib", "openpyxl") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
warnings.simplefilter("ignore")
stays = baserate.datasets.icu_cohort(stays=800).select("died", "severity")
ask = {"prevalence": (0.01, 0.10), "cost": "1:30"}
here = baserate.evaluate(stays, "died", "severity", **ask).score("severity").value
if {"pyreadstat", "python_calamine"} & set(sys.modules):
    sys.exit("an evaluation in memory loads the readers")
import pyreadstat  # noqa: E402

pyreadstat.write_sav(stays, "stays.sav")
pyreadstat.write_dta(stays, "stays.dta")

KIND = "http://schemas.openxmlformats.org"
CELL = '<c r="{at}"><v>{value}</v></c>'
TEXT = '<c r="{at}" t="inlineStr"><is><t>{value}</t></is></c>'
rows = [TEXT.format(at=f"{column}1", value=name) for column, name in zip("AB", stays.columns, strict=True)]
lines = [f'<row r="1">{"".join(rows)}</row>']
for number, row in enumerate(stays.iter_rows(), start=2):
    cells = [CELL.format(at=f"{column}{number}", value=float(x)) for column, x in zip("AB", row, strict=True)]
    lines.append(f'<row r="{number}">{"".join(cells)}</row>')
parts = {
    "[Content_Types].xml": f'<Types xmlns="{KIND}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{KIND}/package/2006/relationships"><Relationship Id="r1" '
    f'Type="{KIND}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook xmlns="{KIND}/spreadsheetml/2006/main" '
    f'xmlns:r="{KIND}/officeDocument/2006/relationships"><sheets><sheet name="stays" sheetId="1" r:id="r1"/>'
    "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{KIND}/package/2006/relationships"><Relationship '
    f'Id="r1" Type="{KIND}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>'
    "</Relationships>",
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{KIND}/spreadsheetml/2006/main"><sheetData>'
    f"{''.join(lines)}</sheetData></worksheet>",
}
with zipfile.ZipFile("stays.xlsx", "w") as book:
    for name, text in parts.items():
        book.writestr(name, text)

for path in ("stays.sav", "stays.dta", "stays.xlsx"):
    there = baserate.evaluate(path, "died", "severity", **ask).score("severity").value
    if abs(here - there) > 1e-12:
        sys.exit(f"in memory {here}, from {path} {there}")
