import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { type SxProps, styled, type Theme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, useId } from "react";

const Card = styled("label")(({ theme }) => ({
  position: "relative",
  display: "flex",
  gap: 12,
  alignItems: "center",
  padding: "10px 12px",
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.control}`,
  backgroundColor: theme.vars.palette.background.paper,
  cursor: "pointer",
  transition: theme.transitions.create(["border-color", "background-color"], { duration: 120 }),
  "&:hover": { borderColor: theme.vars.palette.text.secondary },
  "&:has(:checked)": {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    backgroundColor: theme.vars.palette.soft.primary,
  },
  "&:has(:focus-visible)": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

export type RadioCard<V> = { value: V; name: string; note: string; icon: ReactNode };

type RadioCardsProps<V> = {
  /** The group's name, for screen readers. */
  label: string;
  cards: readonly RadioCard<V>[];
  chosen: V;
  onChoose: (value: V) => void;
  sx?: SxProps<Theme>;
};

/** A choice among a few, each with a picture and a note. */
export const RadioCards = <V extends string | number>({ label, cards, chosen, onChoose, sx }: RadioCardsProps<V>) => {
  const id = useId();
  return (
    <RadioGroup
      aria-label={label}
      value={chosen}
      onChange={(_event, value) => {
        const card = cards.find((one) => String(one.value) === value);
        if (card) onChoose(card.value);
      }}
      sx={[
        { display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25 },
        ...(Array.isArray(sx) ? sx : sx ? [sx] : []),
      ]}
    >
      {cards.map(({ value, name, note, icon }) => (
        <Card key={value}>
          <Radio
            value={value}
            disableRipple
            slotProps={{ input: { "aria-labelledby": `${id}-${value}`, "aria-describedby": `${id}-${value}-note` } }}
            sx={{ ...visuallyHidden, position: "absolute" }}
          />
          {icon}
          <Box component="span" sx={{ minWidth: 0 }}>
            <Typography component="span" variant="h3" id={`${id}-${value}`} sx={{ display: "block" }}>
              {name}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              id={`${id}-${value}-note`}
              // On a phone the names suffice visually.
              sx={(theme) => ({ display: "block", [theme.breakpoints.down("sm")]: visuallyHidden })}
            >
              {note}
            </Typography>
          </Box>
        </Card>
      ))}
    </RadioGroup>
  );
};
