import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { preferenceNames } from "#domain/shop/preference-labels.ts";
import { codePages, getCodePageName } from "#domain/text/code-page.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import { Tick } from "../fields/tick.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { PresetCard } from "./preset-card.tsx";
import { presets } from "./presets.ts";
import { SeparatorField } from "./separator-field.tsx";
import { Setting } from "./setting.tsx";
import { FileSample, LettersSample, MarkSample, NameSample } from "./text-samples.tsx";
import type { SectionContent } from "./use-announced-change.ts";

const pages = codePages.map(({ value, languages }) => ({ value, name: getCodePageName(value), note: languages }));

/** Settings of files' content, and of CSV files (S-2.2.7). */
export const ReportFiles = (content: SectionContent) => (
  <Stack spacing={4}>
    <Typography variant="h3">Letters in all files</Typography>
    <Letters {...content} />
    <Stack spacing={2}>
      <div>
        <Typography variant="h3">CSV files for Excel</Typography>
        <Typography variant="body2" color="textSecondary">
          Excel files (.xlsx) open correctly everywhere. CSV files depend on your Excel's country settings.
        </Typography>
      </div>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" }, gap: 2 }}>
        {presets.map((preset) => (
          <PresetCard key={preset.name} preset={preset} draft={content.draft} change={content.change} />
        ))}
      </Box>
    </Stack>
    <Typography variant="h3">CSV files in detail</Typography>
    <CsvFields {...content} />
    <CsvTicks {...content} />
  </Stack>
);

const Letters = ({ draft, change }: SectionContent) => (
  <>
    <Setting sample={<LettersSample of={preferenceNames.SatinizeLetters} {...draft} ReplaceDashesSlashes={false} />}>
      <Tick
        label={preferenceNames.SatinizeLetters}
        note="For carriers and older systems that don't accept accented letters. In all files and previews."
        checked={draft.SatinizeLetters}
        onChange={(SatinizeLetters) => change({ SatinizeLetters }, "at-once")}
      />
    </Setting>
    <Setting sample={<LettersSample of={preferenceNames.ReplaceDashesSlashes} {...draft} SatinizeLetters={false} />}>
      <Tick
        label={preferenceNames.ReplaceDashesSlashes}
        note="For systems that misread dashes or slashes. IDs, SKUs and dates keep theirs."
        checked={draft.ReplaceDashesSlashes}
        onChange={(ReplaceDashesSlashes) => change({ ReplaceDashesSlashes }, "at-once")}
      />
    </Setting>
  </>
);

const CsvFields = ({ draft, problems, change, handleBlur }: SectionContent) => (
  <>
    <Setting labeled sample={<FileSample of="CsvSeparator" preferences={draft} />}>
      <SeparatorField
        value={draft.CsvSeparator}
        problem={problems.CsvSeparator}
        onChange={(CsvSeparator, when) => change({ CsvSeparator }, when)}
        onLeave={() => handleBlur("CsvSeparator")}
      />
    </Setting>
    <Setting labeled sample={<FileSample of="CsvEncoding" preferences={draft} />}>
      <ChoiceField
        label={preferenceNames.CsvEncoding}
        note="UTF-8 has every letter. Change it only if a program needs an older encoding."
        problem={problems.CsvEncoding}
        choices={pages}
        value={draft.CsvEncoding}
        onChoose={(CsvEncoding) => change({ CsvEncoding }, "at-once")}
      />
    </Setting>
    <Setting labeled sample={<NameSample extension={draft.CsvFileExtension} today={useShopNow()} />}>
      <TextField
        label={preferenceNames.CsvFileExtension}
        value={draft.CsvFileExtension}
        onChange={(event) => change({ CsvFileExtension: event.target.value.trim() }, "after-pause")}
        onBlur={() => handleBlur("CsvFileExtension")}
        error={problems.CsvFileExtension !== undefined}
        helperText={problems.CsvFileExtension ?? "Without the dot. Choose txt if a program accepts only text files."}
        slotProps={{
          htmlInput: { maxLength: 20, autoComplete: "off", spellCheck: false, autoCapitalize: "none" },
          formHelperText: { "aria-live": "polite" },
        }}
        sx={{ width: "100%", maxWidth: 320 }}
      />
    </Setting>
  </>
);

const CsvTicks = ({ draft, problems, change }: SectionContent) => (
  <>
    <Setting sample={<FileSample of="CsvUseCommaForDecimals" preferences={draft} />}>
      <Tick
        label="Decimal comma"
        note="Turn this on if Excel shows prices as text or dates."
        problem={problems.CsvUseCommaForDecimals}
        checked={draft.CsvUseCommaForDecimals}
        onChange={(CsvUseCommaForDecimals) => change({ CsvUseCommaForDecimals }, "at-once")}
      />
    </Setting>
    <Setting sample={<FileSample of="ShowCsvHeaders" preferences={draft} />}>
      <Tick
        label="Header row"
        note="The first row holds the column titles. Turn this off if a program expects only orders."
        checked={draft.ShowCsvHeaders}
        onChange={(ShowCsvHeaders) => change({ ShowCsvHeaders }, "at-once")}
      />
    </Setting>
    <Setting sample={<FileSample of="CsvIncludeNewlines" preferences={draft} />}>
      <Tick
        label="Line breaks in cells"
        note="Notes and addresses keep their line breaks. Turn this off if a program needs each row on one line."
        checked={draft.CsvIncludeNewlines}
        onChange={(CsvIncludeNewlines) => change({ CsvIncludeNewlines }, "at-once")}
      />
    </Setting>
    <Setting sample={<MarkSample preferences={draft} />}>
      <Tick
        label="Byte order mark (BOM)"
        note={
          draft.CsvEncoding === 0
            ? "Tells Excel that the file is UTF-8. Turn this off if a program misreads the first title."
            : "Only UTF-8 files have one, so yours have none."
        }
        checked={draft.CsvBom}
        onChange={(CsvBom) => change({ CsvBom }, "at-once")}
      />
    </Setting>
  </>
);
