import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Collision } from "../../shared/saving/edit-session.ts";
import type { Choice } from "../../shared/saving/rebase.ts";
import type { ChangedBy } from "../../shared/saving/refusals.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useSession } from "../services.tsx";
import { useShopZone } from "../use-shop-zone.ts";

export type CollisionTexts<T extends object> = {
  /** Noun within a sentence: 'filter'. */
  thing: string;
  field: (field: keyof T) => string;
  value: (field: keyof T, value: unknown) => string;
};

export type CollisionDialogProps<T extends object> = {
  collision: Collision<T>;
  words: CollisionTexts<T>;
  onDecide: (choices: { readonly [F in keyof T]?: Choice }) => void;
};

/** All users of a shop are the same person to us, also in another window. */
const who = (by: ChangedBy["by"] | undefined, isLook: boolean): string => {
  if (by?.kind === "support") return "Sheaf support";
  if (by?.kind === "system") return "Sheaf";
  return isLook ? "The merchant" : "Another window";
};

/** Title by the first author. */
const headline = (by: ChangedBy["by"] | undefined, item: string, isLook: boolean): string => {
  const isOther = by?.kind === "support" || by?.kind === "system" || isLook;
  return isOther ? `${who(by, isLook)} changed this ${item}` : `This ${item} was changed in another window`;
};

/** Shows both values of fields that two people changed, and asks which to keep. Everything else is merged already. */
export const CollisionDialog = <T extends object>({ collision, words, onDecide }: CollisionDialogProps<T>) => {
  const zone = useShopZone();
  const isLook = useSession()?.support !== undefined;
  const [choices, setChoices] = useState<{ readonly [F in keyof T]?: Choice }>({});
  const { fields } = collision;
  const decided = fields.every(({ field }) => choices[field] !== undefined);
  return (
    <Dialog open aria-labelledby="collision-title" maxWidth="sm" fullWidth>
      <DialogTitle id="collision-title">
        {headline(collision.by.find(({ by }) => by !== null)?.by, words.thing, isLook)}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {fields.length === 1 ? "The same field was changed here." : "The same fields were changed here."} Choose which
          version to keep. Everything else is merged.
        </Typography>
        {fields.map(({ field, current, wanted }) => {
          const change = collision.by.find((one) => one.field === field);
          const at = change?.at ? formatInstant(change.at, zone) : null;
          const by = `${who(change?.by, isLook)}${at ? `, ${at}` : ""}`;
          const choose = (_: unknown, choice: Choice | null) =>
            choice !== null && setChoices((known) => ({ ...known, [field]: choice }));
          return (
            <Box key={String(field)} role="group" aria-label={words.field(field)} sx={{ "& + &": { mt: 2.5 } }}>
              <Typography variant="h3" sx={{ mb: 1 }}>
                {words.field(field)}
              </Typography>
              <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, mb: 1.25 }}>
                <Side
                  title="You, in this window"
                  words={words.value(field, wanted)}
                  chosen={choices[field] === "mine"}
                />
                <Side title={by} words={words.value(field, current)} chosen={choices[field] === "theirs"} />
              </Box>
              <ToggleButtonGroup exclusive size="small" value={choices[field] ?? null} onChange={choose}>
                <ToggleButton value="mine">Keep mine</ToggleButton>
                <ToggleButton value="theirs">Take theirs</ToggleButton>
              </ToggleButtonGroup>
            </Box>
          );
        })}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" disabled={!decided} onClick={() => onDecide(choices)}>
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Side = ({ title, words, chosen }: { title: string; words: string; chosen: boolean }) => (
  <Box
    sx={{
      p: 1.5,
      borderRadius: 1,
      border: 1,
      borderColor: chosen ? "primary.main" : "divider",
      bgcolor: chosen ? "soft.primary" : "surface.sunken",
      maxHeight: 160,
      overflowY: "auto",
      overflowWrap: "anywhere",
    }}
  >
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.25 }}>
      {title}
    </Typography>
    <Typography>{words}</Typography>
  </Box>
);
