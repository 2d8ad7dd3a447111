import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { csvSeparators, preferenceNames } from "#domain/shop/preference-labels.ts";
import { ChoiceField } from "../fields/choice-field.tsx";

type SeparatorFieldProps = {
  value: string;
  problem: string | undefined;
  onChange: (separator: string, when: "at-once" | "after-pause") => void;
  /** Called when the field for another separator was left. */
  onLeave: () => void;
};

const other = "other";
const choices = [...csvSeparators, { value: other, name: "Other" }];
const isListed = (separator: string) => csvSeparators.some(({ value }) => value === separator);

/** The column separator: from the list, or typed (S-2.5). Clearing a typed one restores the comma. */
export const SeparatorField = ({ value, problem, onChange, onLeave }: SeparatorFieldProps) => {
  // The typed text, and the separator it set. After an undo or a change elsewhere, the list shows the new one.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const isTyping = typed !== null && typed.over === value;
  const isOther = isTyping || !isListed(value);
  return (
    <Stack spacing={2} sx={{ maxWidth: 320 }}>
      <ChoiceField
        label={preferenceNames.CsvSeparator}
        note="Choose semicolon if Excel shows everything in one column."
        problem={isOther ? undefined : problem}
        choices={choices}
        value={isOther ? other : value}
        onChoose={(chosen) => {
          if (chosen === other) return setTyped({ text: isListed(value) ? "" : value, over: value });
          setTyped(null);
          onChange(chosen, "at-once");
        }}
      />
      {isOther && (
        <TextField
          label="Other separator"
          value={isTyping ? typed.text : value}
          onChange={(event) => {
            const text = event.target.value;
            const separator = text === "" ? "," : text;
            setTyped({ text, over: separator });
            onChange(separator, "after-pause");
          }}
          onBlur={onLeave}
          error={problem !== undefined}
          helperText={problem ?? "One character. If empty: comma"}
          slotProps={{
            htmlInput: { maxLength: 1, autoComplete: "off", spellCheck: false },
            formHelperText: { "aria-live": "polite" },
          }}
        />
      )}
    </Stack>
  );
};
