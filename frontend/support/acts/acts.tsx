import Alert from "@mui/material/Alert";
import Button, { type ButtonProps } from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { hasRole, roles } from "#domain/console/roles.ts";
import type { Act } from "./act.ts";
import { ActDialog } from "./act-dialog.tsx";
import { useFocusKept } from "./focus.ts";
import { useRole } from "./use-role.ts";

const ActButton = (props: ButtonProps) => <Button ref={useFocusKept<HTMLButtonElement>()} {...props} />;

/**
 * The actions possible on an object now: buttons for permitted roles, a note for others. The first is the page's
 * primary button, unless that is elsewhere (`areSecond`).
 */
export const Acts = ({ acts, areSecond = false }: { acts: readonly Act[]; areSecond?: boolean }) => {
  const role = useRole();
  const [open, setOpen] = useState<Act | null>(null);
  if (role === undefined || acts.length === 0) return null;
  const mine = acts.filter(({ needs }) => hasRole(role, needs));
  const others = acts.filter(({ needs }) => !hasRole(role, needs));
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap" }}>
        {mine.map((act, n) => (
          <ActButton
            key={act.name}
            {...(n === 0 && !areSecond
              ? { variant: "contained", color: "primary" }
              : { variant: "outlined", color: "inherit" })}
            onClick={() => setOpen(act)}
          >
            {act.name}
          </ActButton>
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
      {open !== null && (
        <ActDialog act={mine.find(({ name }) => name === open.name) ?? open} onClose={() => setOpen(null)} />
      )}
    </Stack>
  );
};
