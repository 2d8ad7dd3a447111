import Box from "@mui/material/Box";
import type { DateTime } from "luxon";
import { createInstantFormatter } from "#domain/dates/format.ts";
import { FileType } from "#domain/enumerations.ts";
import { exportFileName, fileExtension } from "#domain/export/file-name.ts";
import { createLetterOptions } from "#domain/reports/letter-options.ts";
import { preferenceNames } from "#domain/shop/preference-labels.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { amount, csvSample, type SampleRows, word } from "./csv-sample.ts";
import { CsvText } from "./csv-text.tsx";
import { SampleBox, sampleText } from "./sample-box.tsx";
import { sampleColumn } from "./sample-column.ts";

const Line = ({ children }: { children: string }) => (
  <Box sx={{ ...sampleText, fontVariantNumeric: "tabular-nums" }}>{children}</Box>
);

/** The current time, as a cell of a file. */
export const DateSample = ({ format, today }: { format: number; today: DateTime }) => (
  <SampleBox of={preferenceNames.UserDateFormat}>
    <Line>{createInstantFormatter(today.zoneName ?? "UTC", format)(today.toUTC().toISO() ?? "")}</Line>
  </SampleBox>
);

const words = "Zoë Strauß, 5/2 Saint-Honoré";

export const LettersSample = ({ of, ...options }: { of: string } & Parameters<typeof createLetterOptions>[0]) => {
  const convert = createLetterOptions(options, [sampleColumn]);
  const [made] = convert?.([word(words)]) ?? [word(words)];
  return (
    <SampleBox of={of}>
      <Line>{made?.kind === "text" ? made.text : words}</Line>
    </SampleBox>
  );
};

export const NameSample = ({ extension, today }: { extension: string; today: DateTime }) => (
  <SampleBox of={preferenceNames.CsvFileExtension}>
    <Line>
      {exportFileName(
        "Sales",
        today.toUTC().toISO() ?? "",
        today.zoneName ?? "UTC",
        fileExtension(FileType.Csv, extension),
      )}
    </Line>
  </SampleBox>
);

/** Rows that show each setting's effect best. */
const sampleRows = {
  CsvSeparator: {
    titles: ["Order", "Product", "Refund"],
    rows: [[word("#1042"), word("Chair, oak"), amount("-12.50")]],
  },
  CsvUseCommaForDecimals: { rows: [[word("#1042"), amount("-12.50"), amount("1250")]] },
  CsvEncoding: { rows: [[word("Zoë Łuczak"), word("Αθήνα"), word("Дом"), word("東京")]] },
  ShowCsvHeaders: {
    titles: ["Order", "City"],
    rows: [
      [word("#1042"), word("Athens")],
      [word("#1041"), word("Lyon")],
    ],
  },
  CsvIncludeNewlines: {
    rows: [
      [word("#1042"), word('Shelf 20"\nRing twice')],
      [word("#1041"), word("Gift")],
    ],
  },
} satisfies Partial<Record<keyof Preferences, SampleRows>>;

type FileSampleProps = { of: keyof typeof sampleRows; preferences: Preferences };

/** A few rows of a CSV file under the current settings. */
export const FileSample = ({ of, preferences }: FileSampleProps) => {
  // The BOM has its own sample and would clutter the others.
  const { text, replaced } = csvSample({ ...preferences, CsvBom: false }, sampleRows[of]);
  const lacks = replaced === 1 ? "1 character becomes" : `${replaced} characters become`;
  return (
    <SampleBox
      of={preferenceNames[of]}
      note={
        replaced === 0
          ? undefined
          : `${lacks} “?”, because this encoding doesn't have ${replaced === 1 ? "it" : "them"}.`
      }
    >
      <CsvText>{text}</CsvText>
    </SampleBox>
  );
};

/** Shows how Excel reads the file with or without BOM. With a code page, that depends on Excel's country. */
export const MarkSample = ({ preferences }: { preferences: Preferences }) => {
  const { text, excel } = csvSample(preferences, { rows: [[word("Zoë"), word("Łódź")]] });
  return (
    <SampleBox
      of={preferenceNames.CsvBom}
      note={preferences.CsvEncoding === 0 ? `Excel reads: ${excel.trim()}` : undefined}
    >
      <CsvText>{text}</CsvText>
    </SampleBox>
  );
};
