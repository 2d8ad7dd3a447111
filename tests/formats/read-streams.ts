import { Readable } from "node:stream";
import jszip from "jszip";
import { SaxesParser } from "saxes";
import { readHtml } from "#tests/support/read-report.ts";

/** Reads files that are too big to be held as a whole: records of cells, the titles first. Nothing of ours reads with them. */

type Attributes = Record<string, string>;

/** Feeds an XML parser chunk by chunk, and yields what it found after each. */
async function* parsed<Found>(
  pieces: AsyncIterable<Uint8Array>,
  listen: (parser: SaxesParser, found: (one: Found) => void) => void,
): AsyncGenerator<Found> {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  let all: Found[] = [];
  listen(parser, (one) => all.push(one));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield* all;
    all = [];
  }
  parser.write(decoder.decode()).close();
  yield* all;
}

/** An XML report that is not split. */
export const xmlRecords = (body: AsyncIterable<Uint8Array>): AsyncIterable<string[]> =>
  parsed<string[]>(body, (parser, found) => {
    const titles: string[] = [];
    let depth = 0;
    let row: string[] = [];
    let text = "";
    parser.on("opentag", ({ name, attributes }) => {
      depth += 1;
      text = "";
      if (name === "column") titles.push((attributes as Attributes).title ?? "");
      if (name === "row" && depth === 2) row = [];
    });
    parser.on("text", (more) => {
      text += more;
    });
    parser.on("closetag", ({ name }) => {
      if (depth === 3 && name !== "column") row.push(text);
      if (depth === 2) found(name === "columns" ? titles : row);
      depth -= 1;
    });
  });

/** Rows that are parsed together: a tree of a whole page would take gigabytes. */
const rowsAtOnce = 500;

/** An HTML report that is not split. */
export async function* htmlRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const page = (head: string, rows: string) =>
    readHtml(
      new TextEncoder().encode(
        `<!doctype html><title>Rows</title><table><thead>${head}</thead><tbody>${rows}</tbody></table>`,
      ),
    );
  let rest = "";
  let isHead = true;
  let rows: string[] = [];
  const take = (): string[][] => {
    const read = page("", rows.join("")).rows;
    if (read.length !== rows.length) throw new Error(`${rows.length} rows are read as ${read.length}.`);
    rows = [];
    return read;
  };
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (isHead) {
      const end = rest.indexOf("<tbody>");
      if (end === -1) continue;
      yield page(rest.slice(rest.indexOf("<thead>") + 7, rest.indexOf("</thead>")), "").header;
      rest = rest.slice(end + 7);
      isHead = false;
    }
    const parts = rest.split("</tr>");
    rest = parts.pop() ?? "";
    for (const piece of parts) {
      // Rows are in several bodies, one after the other. Anything below the last body isn't a row.
      const part = piece.replace("</tbody>\n<tbody>", "");
      if (part.includes("</tbody>")) continue;
      rows.push(`${part}</tr>`);
      if (rows.length >= rowsAtOnce) yield* take();
    }
  }
  yield* take();
}

const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Text of the elements `t` below each element of a name. */
const textsOf = (element: string) => (parser: SaxesParser, found: (text: string) => void) => {
  let text = "";
  let inText = false;
  parser.on("opentag", ({ name }) => {
    if (name === element) text = "";
    inText = name === "t";
  });
  parser.on("text", (more) => {
    if (inText) text += more;
  });
  parser.on("closetag", ({ name }) => {
    inText = false;
    if (name === element) found(unescaped(text));
  });
};

const dayOne = Date.UTC(1899, 11, 30);
const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A serial of Excel as the default configuration shows a moment. */
const momentText = (serial: string): string => {
  const at = new Date(dayOne + Math.round(Number(serial) * 86_400) * 1_000);
  const day = [at.getUTCFullYear(), twoDigits(at.getUTCMonth() + 1), twoDigits(at.getUTCDate())].join("/");
  return `${day} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
};

const placeOf = (reference: string): number =>
  [...reference.replaceAll(/\d/g, "")].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The first worksheet of an Excel file: numbers as their digits stand there, those of `moments` (places of columns) as moments. */
export async function* excelRecords(
  file: Uint8Array,
  { columns, moments }: { columns: number; moments: readonly number[] },
): AsyncGenerator<string[]> {
  const zip = await jszip.loadAsync(file);
  const part = (name: string): AsyncIterable<Uint8Array> => {
    const found = zip.file(name);
    if (!found) throw new Error(`The Excel file has no ${name}.`);
    // Its streams are of an older kind.
    return new Readable().wrap(found.nodeStream());
  };
  const shared: string[] = [];
  if (zip.file("xl/sharedStrings.xml"))
    for await (const text of parsed(part("xl/sharedStrings.xml"), textsOf("si"))) shared.push(text);

  yield* parsed<string[]>(part("xl/worksheets/sheet1.xml"), (parser, found) => {
    let row: string[] = [];
    let cell = { place: 0, type: "", text: "" };
    let inValue = false;
    parser.on("opentag", ({ name, attributes }) => {
      const { r = "", t = "" } = attributes as Attributes;
      if (name === "row") row = Array.from({ length: columns }, () => "");
      if (name === "c") cell = { place: placeOf(r), type: t, text: "" };
      inValue = name === "v" || name === "t";
    });
    parser.on("text", (more) => {
      if (inValue) cell.text += more;
    });
    parser.on("closetag", ({ name }) => {
      inValue = false;
      if (name === "row") found(row);
      if (name !== "c" || cell.text === "") return;
      const isNumber = cell.type === "";
      const text = cell.type === "s" ? (shared[Number(cell.text)] ?? "") : unescaped(cell.text);
      row[cell.place] = isNumber && moments.includes(cell.place) ? momentText(text) : text;
    });
  });
}
