import { conditionalStyles } from "./conditional.ts";
import { excelAttribute } from "./excel-text.ts";

export type CellStyle = {
  font?: "bold" | "link";
  fill?: "header" | "band";
  format?: string;
  wrap?: boolean;
};

/** Numbers a file's styles, and writes their table at the end. `conditional`: with styles of conditional formats. */
export type Styles = { indexOf(style: CellStyle): number; part(conditional: boolean): string };

const fonts = ["plain", "bold", "link"] as const;
const fills = ["none", "gray125", "header", "band"] as const;
/** First custom format id; lower ones are built in. */
const firstFormat = 164;

const fontXml =
  '<fonts count="3"><font><sz val="11"/><color rgb="FF18201C"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FF18201C"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><u/><sz val="11"/><color rgb="FF17614E"/><name val="Calibri"/><family val="2"/></font></fonts>';
// Excel reserves the first two fills.
const fillXml =
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE4F0EB"/><bgColor indexed="64"/></patternFill></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF1F2EE"/><bgColor indexed="64"/></patternFill></fill></fills>';

export const createStyles = (): Styles => {
  const indexByKey = new Map<string, number>();
  const formats: string[] = [];
  const cells = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  const formatId = (code: string | undefined): number => {
    if (code === undefined) return 0;
    const formatIndex = formats.indexOf(code);
    return firstFormat + (formatIndex === -1 ? formats.push(code) - 1 : formatIndex);
  };
  const cellXml = ({ font = undefined, fill = undefined, format, wrap }: CellStyle): string =>
    `<xf numFmtId="${formatId(format)}" fontId="${fonts.indexOf(font ?? "plain")}" fillId="${fills.indexOf(fill ?? "none")}" ` +
    'borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">' +
    `<alignment vertical="top"${wrap ? ' wrapText="1"' : ""}/></xf>`;

  return {
    indexOf(style) {
      const key = `${style.font}|${style.fill}|${style.wrap}|${style.format}`;
      const index = indexByKey.get(key) ?? cells.push(cellXml(style)) - 1;
      indexByKey.set(key, index);
      return index;
    },
    part(conditional) {
      const codes = formats.map(
        (code, formatIndex) => `<numFmt numFmtId="${firstFormat + formatIndex}" formatCode="${excelAttribute(code)}"/>`,
      );
      return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
        (codes.length === 0 ? "" : `<numFmts count="${codes.length}">${codes.join("")}</numFmts>`) +
        fontXml +
        fillXml +
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
        `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs>` +
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
        `${conditional ? conditionalStyles : ""}</styleSheet>`
      );
    },
  };
};
