import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { attributeProblem } from "#domain/designs/custom-column.ts";
import { type AttributeCategory, attributeCategories } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { RestoreIcon } from "../../../shared/ui/icons.tsx";
import { useAttributeNames } from "../../resources/designs/use-attribute-names.ts";
import { attributeExamples, attributeNames } from "./attribute-labels.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import type { ColumnDialogProps } from "./index.ts";

const isAttribute = (category: number | undefined): category is AttributeCategory =>
  attributeCategories.some((known) => known === category);

const attributesOf = ({ Takes = [] }: Pick<ReportColumn, "Takes">): AttributeCategory[] => Takes.filter(isAttribute);

/**
 * Chooses the attribute of the order, line, product or customer that a column shows: one from the shop's orders,
 * or any by name.
 */
const AttributeDialog = ({ column, edits, onClose }: ColumnDialogProps) => {
  const kinds = attributesOf(column);
  const customColumn = column.CustomColumn;
  const heldCategory = isAttribute(customColumn?.Category) ? customColumn.Category : null;
  const [category, setCategory] = useState<AttributeCategory | undefined>(heldCategory ?? kinds[0]);
  const [typed, setTyped] = useState(heldCategory === null ? "" : (customColumn?.Name ?? ""));
  const [isTouched, setTouched] = useState(false);
  const names = useAttributeNames(category);
  const name = typed.trim();
  const problem = category === undefined ? undefined : attributeProblem({ category, name });
  const isOther = category !== heldCategory || name !== customColumn?.Name;
  return (
    <DialogFrame
      title="Choose attribute"
      about={column.Title}
      canSave={category !== undefined && problem === undefined && isOther}
      onSave={() => category !== undefined && edits.setCustom(column.Column, { category, name })}
      extra={
        heldCategory !== null && (
          <Button
            color="inherit"
            startIcon={<RestoreIcon />}
            onClick={() => {
              edits.setCustom(column.Column, null);
              onClose();
            }}
          >
            Show none
          </Button>
        )
      }
      onClose={onClose}
    >
      <Stack spacing={2}>
        {kinds.length > 1 && (
          <TextField
            select
            fullWidth
            label="Kind of attribute"
            value={category ?? ""}
            onChange={(event) => {
              setCategory(Number(event.target.value) as AttributeCategory);
              setTouched(false);
            }}
          >
            {kinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {attributeNames[kind]}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Autocomplete
          freeSolo
          fullWidth
          options={names.known}
          loading={names.loading}
          inputValue={typed}
          onInputChange={(_, text) => {
            setTyped(text);
            setTouched(true);
          }}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={kinds.length === 1 && category !== undefined ? `${attributeNames[category]}, its name` : "Name"}
              placeholder={category === undefined ? "" : attributeExamples[category]}
              error={isTouched && problem !== undefined}
              helperText={(isTouched && problem) || names.hint}
              slotProps={{ ...params.slotProps, formHelperText: { role: "status" } }}
            />
          )}
        />
      </Stack>
    </DialogFrame>
  );
};

export default AttributeDialog;
