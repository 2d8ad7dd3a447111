import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { dateFormats } from "#domain/shop/preference-words.ts";
import type { Configuration } from "#domain/wire/configuration.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/http.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { BarSaving } from "../bottom-bar/bar-saving.tsx";
import { CollisionDialog } from "../editing/collision-dialog.tsx";
import { LeaveGuard } from "../editing/leave-guard.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { ThemeField } from "./theme-field.tsx";
import { Tick } from "./tick.tsx";
import { useConfigurationEditor } from "./use-configuration-editor.ts";
import { collisionWords, exampleOf } from "./words.ts";

/** What the merchant prefers, whatever the report (S-2.3.11): every change is saved as it is made. */
export const UserPreferences = ({ read, readAgain }: { read: Answer<Configuration>; readAgain: () => void }) => {
  const { session, state } = useConfigurationEditor(read, readAgain);
  const { draft, problems, failure } = state;
  const today = useShopNow();
  const isHeldBack = Object.keys(problems).length > 0 && state.saving === "none";
  const saving = isHeldBack ? "error" : state.saving;
  return (
    <>
      <LeaveGuard session={session} onDiscard={session.close} />
      <BarSaving saving={saving} />
      {failure !== null && !isSkipped(failure) && (
        <RetryAlert sx={{ mb: 2.5 }} onRetry={session.retry}>
          Your last changes are not saved yet. {messageOf(failure)}
        </RetryAlert>
      )}
      <Stack spacing={3} sx={{ alignItems: "flex-start" }}>
        <TextField
          select
          label="Date format"
          value={draft.UserDateFormat}
          onChange={(event) => session.change({ UserDateFormat: Number(event.target.value) }, "at-once")}
          error={problems.UserDateFormat !== undefined}
          helperText={
            problems.UserDateFormat ?? `In previews and files. Today is ${exampleOf(draft.UserDateFormat, today)}.`
          }
          slotProps={{
            select: { renderValue: (value) => dateFormats.find((known) => known.value === value)?.name ?? "" },
            formHelperText: { "aria-live": "polite" },
          }}
          sx={{ width: "100%", maxWidth: 320 }}
        >
          {dateFormats.map(({ value, name }) => (
            <MenuItem key={value} value={value}>
              <span>
                {name}
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
                  {exampleOf(value, today)}
                </Typography>
              </span>
            </MenuItem>
          ))}
        </TextField>
        <ThemeField />
        <Tick
          label="Send me news about Sheaf now and then"
          note="By e-mail, to your store's address."
          checked={draft.AcceptsMarketing}
          onChange={(AcceptsMarketing) => session.change({ AcceptsMarketing }, "at-once")}
        />
        <Tick
          label="Allow experimental features"
          note="Offers features we are still trying out, if there are any for your shop. They may change."
          checked={draft.AllowExperimental}
          onChange={(AllowExperimental) => session.change({ AllowExperimental }, "at-once")}
        />
      </Stack>
      {state.collision && (
        <CollisionDialog collision={state.collision} words={collisionWords} onDecide={session.decide} />
      )}
    </>
  );
};
