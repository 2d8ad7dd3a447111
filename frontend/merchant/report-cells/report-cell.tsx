import { memo } from "react";
import { ColumnType } from "#domain/enumerations.ts";
import { noCurrencyFormat } from "#domain/number-formats/format-number.ts";
import { notLoaded } from "#domain/wire/reports/report-data.ts";
import type { CellFormat } from "./cell-format.ts";
import { cellLinks, isWebAddress } from "./cell-links.ts";

/** Shown in cells of columns that were not read (S-2.5). */
const refreshWords = "Refresh browser (hit F5)";

/** Older data's value for a number that was not read (S-2.5). */
const numberNotLoaded = "-999";

/** Size of a picture in a cell, px; reserved before it loads. */
const pictureSize = 40;

const red = { color: "var(--mui-palette-error-main)" };
const quiet = { color: "var(--mui-palette-text-secondary)" };
const anchor = { color: "var(--mui-palette-primary-main)" };
const lines = { whiteSpace: "pre-line" } as const;
const list = { listStyle: "none", margin: 0, padding: 0 };
const picture = { objectFit: "cover", borderRadius: 4, background: "var(--mui-palette-surface-sunken)" } as const;

type ReportCellProps = {
  look: CellFormat;
  value: string | null;
  /** Text of the column that names this one's links, or a picture's description. */
  title?: string | null;
};

/**
 * The content of a report cell (S-2.5). Plain elements without own styles, as a table has thousands. Renders only when
 * its content changes.
 */
export const ReportCell = memo(({ look, value, title = null }: ReportCellProps) => {
  if (value === null || value === "") return null;
  if (value === notLoaded || value === numberNotLoaded) return <span style={quiet}>{refreshWords}</span>;
  if (look.type === ColumnType.Link) return <Links value={value} title={title} />;
  if (look.type === ColumnType.Image) return <Pictures value={value} title={title ?? look.title} />;
  if (look.show === null) return value.includes("\n") ? <span style={lines}>{value}</span> : value;
  const shown = look.show(value);
  if (shown.text === noCurrencyFormat) return <NoCurrency settings={look.generalSettings} />;
  const text = shown.text.includes("\n") ? <span style={lines}>{shown.text}</span> : shown.text;
  return shown.red ? <span style={red}>{text}</span> : text;
});

const Links = ({ value, title }: { value: string; title: string | null }) => {
  const links = cellLinks(value, title);
  const [only] = links;
  if (only !== undefined && links.length === 1) return <OneLink {...only} />;
  return (
    <ul style={list}>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice, and nothing moves
        <li key={at}>
          <OneLink {...link} />
        </li>
      ))}
    </ul>
  );
};

const OneLink = ({ url, name }: { url: string; name: string }) =>
  isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noreferrer" title={url} style={anchor}>
      {name}
    </a>
  ) : (
    url
  );

const Pictures = ({ value, title }: { value: string; title: string }) =>
  value
    .split("\n")
    .filter(isWebAddress)
    .map((url, at) => (
      <img
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may come twice, and nothing moves
        key={at}
        src={url}
        alt={title}
        width={pictureSize}
        height={pictureSize}
        loading="lazy"
        decoding="async"
        style={picture}
      />
    ));

const NoCurrency = ({ settings }: { settings: string | null }) => (
  <span style={quiet}>
    {noCurrencyFormat}
    {settings !== null && (
      <>
        {" "}
        <a href={settings} target="_blank" rel="noreferrer" style={anchor}>
          General settings of the store
        </a>
      </>
    )}
  </span>
);
