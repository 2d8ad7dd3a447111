import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useRef, useState } from "react";
import { canUseCurrency, formatFor, isAmount } from "#domain/columns/amounts.ts";
import type { NumberFormat } from "#domain/designs/design.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { formatNumber, noCurrencyFormat } from "#domain/number-formats/format-number.ts";
import { formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { CellSettings } from "../../report-cells/cell-format.ts";
import { formatProblemIn } from "../formats.ts";
import { CodeChoices } from "./code-choices.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { draftOfFormat, formatExamples, isSameFormat, validateFormat } from "./format-draft.ts";
import type { ColumnDialogProps } from "./index.ts";

const types: readonly { value: NumberFormatType; name: string }[] = [
  { value: NumberFormatType.None, name: "None" },
  { value: NumberFormatType.Custom, name: "Custom" },
  { value: NumberFormatType.Currency, name: "Currency" },
  { value: NumberFormatType.LessThanRed, name: "Less equal than (Red)" },
];

/** Has thousands and decimals, so formats show both separators. */
const usualSample = "1234.5";

/** A value of the column, or any number if it has none. */
const sampleOf = ({
  column,
  visibleColumns,
  rows,
}: Pick<ColumnDialogProps, "column" | "visibleColumns" | "rows">): string => {
  const at = visibleColumns.findIndex(({ Column }) => Column === column.Column);
  const values = rows
    .map(({ cells }) => cells[at] ?? "")
    .filter((value) => /^-?\d+(\.\d+)?$/.test(value) && value !== "-999");
  return values.find((value) => Number(value) !== 0) ?? values[0] ?? usualSample;
};

/** The number format of a column (S-2.3.5, S-2.5). */
const FormatDialog = ({ column, visibleColumns, rows, cellSettings, edits, onClose }: ColumnDialogProps) => {
  const held = formatFor(column.Column, formatFromWire(column.NumberFormat));
  const isForeign = !canUseCurrency(column.Column);
  const offered = isForeign ? types.filter(({ value }) => value !== NumberFormatType.Currency) : types;
  const [draft, setDraft] = useState(() => draftOfFormat(held));
  // The problem of a saved format is shown at once.
  const [isTouched, setTouched] = useState(() => formatProblemIn(column) !== undefined);
  const [sample] = useState(() => sampleOf({ column, visibleColumns, rows }));
  const judged = validateFormat(draft);
  const meanings = ("doubt" in judged && judged.doubt?.meanings) || [];
  const problem = isTouched && "problem" in judged ? judged.problem : undefined;
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next });
    setTouched(true);
  };
  const field = useRef<HTMLInputElement>(null);
  const takeCode = (code: string) => {
    change({ code });
    field.current?.focus();
  };
  return (
    <DialogFrame
      title="Numeric format"
      about={column.Title}
      isWide
      canSave={"format" in judged && !isSameFormat(judged.format, held)}
      onSave={() => "format" in judged && edits.setFormat(column.Column, judged.format)}
      onClose={onClose}
    >
      <RadioGroup
        aria-label="Type"
        value={draft.type}
        // Choosing another type isn't an error yet.
        onChange={(event) => {
          setDraft({ ...draft, type: Number(event.target.value) as NumberFormatType });
          setTouched(false);
        }}
      >
        {offered.map(({ value, name }) => (
          <FormControlLabel
            key={value}
            value={value}
            label={name}
            control={<Radio autoFocus={value === draft.type} />}
          />
        ))}
      </RadioGroup>
      {isForeign && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Currency is left out: each order has the currency its customer paid in.
        </Typography>
      )}
      {draft.type === NumberFormatType.Custom && (
        <Box sx={{ mt: 2 }}>
          <TextField
            fullWidth
            label="Excel number format"
            placeholder="#,##0.00"
            value={draft.code}
            inputRef={field}
            onChange={(event) => change({ code: event.target.value })}
            // Enter takes the only suggestion into the field. The next Enter saves it.
            onKeyDown={(event) => {
              const [only, ...rest] = meanings;
              if (event.key !== "Enter" || event.nativeEvent.isComposing || !only || rest.length > 0) return;
              event.preventDefault();
              takeCode(only.code);
            }}
            error={problem !== undefined}
            helperText={problem ?? "Use Excel's format codes."}
            slotProps={{ htmlInput: { maxLength: 900, spellCheck: false }, formHelperText: { role: "status" } }}
          />
          {meanings.length > 0 && (
            <CodeChoices
              label="Did you mean"
              codes={meanings}
              sample={Math.abs(Number(sample)) < 1_000 ? usualSample : sample}
              shop={cellSettings}
              onChoose={takeCode}
              isOffer
            />
          )}
          <CodeChoices
            label="Examples"
            codes={formatExamples.filter(({ code }) => !meanings.some((meaning) => meaning.code === code))}
            sample={sample}
            shop={cellSettings}
            chosen={draft.code}
            onChoose={(code) => change({ code })}
          />
        </Box>
      )}
      {draft.type === NumberFormatType.LessThanRed && (
        <TextField
          label="Red up to"
          value={draft.limit}
          onChange={(event) => change({ limit: event.target.value })}
          error={problem !== undefined}
          helperText={problem ?? "This value and anything below it are shown in red."}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 30 }, formHelperText: { role: "status" } }}
          sx={{ mt: 2, width: 240 }}
        />
      )}
      <Shown
        sample={sample}
        format={"format" in judged ? judged.format : judged.asTyped}
        shop={cellSettings}
        amounts={isAmount(column.Column)}
      />
    </DialogFrame>
  );
};

type ShownProps = {
  sample: string;
  format: NumberFormat | null | undefined;
  shop: CellSettings;
  amounts: boolean;
};

/** A value of the column in the current and the new format. */
const Shown = ({ sample, format, shop, amounts }: ShownProps) => {
  const formatted = format === undefined ? null : formatNumber(sample, format, shop, { amounts });
  return (
    <Box
      role="status"
      sx={{
        mt: 2.5,
        px: 2,
        py: 1.25,
        borderRadius: 1,
        bgcolor: "surface.sunken",
        display: "flex",
        alignItems: "baseline",
        flexWrap: "wrap",
        columnGap: 1,
        minHeight: 44,
        fontVariantNumeric: "tabular-nums",
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {sample} is shown as
      </Typography>
      <Typography
        sx={{ fontWeight: 600, color: formatted?.red ? "error.main" : "text.primary", overflowWrap: "anywhere" }}
      >
        {formatted === null ? "–" : formatted.text === noCurrencyFormat ? <WithSettings shop={shop} /> : formatted.text}
      </Typography>
    </Box>
  );
};

const WithSettings = ({ shop }: { shop: CellSettings }): ReactNode => (
  <>
    {noCurrencyFormat}{" "}
    {shop.adminUrl !== null && (
      <a href={`${shop.adminUrl}/settings/general`} target="_blank" rel="noreferrer">
        General settings of the store
      </a>
    )}
  </>
);

export default FormatDialog;
