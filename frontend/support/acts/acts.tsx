import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { mayAs, roles } from "#domain/console/roles.ts";
import type { Act } from "./act.ts";
import { ActDialog } from "./act-dialog.tsx";
import { useRole } from "./use-role.ts";

/** What can be done to a thing as it is now: a button each for those whose role may, and a word of the others. */
export const Acts = ({ acts }: { acts: readonly Act[] }) => {
  const role = useRole();
  const [open, setOpen] = useState<Act | null>(null);
  if (role === undefined || acts.length === 0) return null;
  const mine = acts.filter(({ needs }) => mayAs(role, needs));
  const others = acts.filter(({ needs }) => !mayAs(role, needs));
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap" }}>
        {mine.map((act, n) => (
          <Button
            key={act.name}
            variant={n === 0 ? "contained" : "outlined"}
            color={n === 0 ? "primary" : "inherit"}
            onClick={() => setOpen(act)}
          >
            {act.name}
          </Button>
        ))}
      </Stack>
      {others.length > 0 && (
        <Alert severity="info">
          Your role is {role}.{" "}
          {roles
            .map((needs) => ({ needs, names: others.filter((act) => act.needs === needs).map(({ name }) => name) }))
            .filter(({ names }) => names.length > 0)
            .map(({ needs, names }) => `An ${needs} can do this: ${names.join(", ")}.`)
            .join(" ")}
        </Alert>
      )}
      {open !== null && <ActDialog act={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
};
