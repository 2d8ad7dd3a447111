import Stack from "@mui/material/Stack";
import { Tick } from "../fields/tick.tsx";
import { ThemeField } from "./theme-field.tsx";
import type { SectionContent } from "./use-announced-change.ts";

/** The merchant's preferences beside reports (S-2.3.11). */
export const UserPreferences = ({ draft, change }: SectionContent) => (
  <Stack spacing={3} sx={{ alignItems: "flex-start" }}>
    <ThemeField />
    <Tick
      label="Send me news about Sheaf now and then"
      note="By e-mail, to your store's address."
      checked={draft.AcceptsMarketing}
      onChange={(AcceptsMarketing) => change({ AcceptsMarketing }, "at-once")}
    />
    <Tick
      label="Allow experimental features"
      note="Offers features we're still trying out, if there are any for your shop. They may change."
      checked={draft.AllowExperimental}
      onChange={(AllowExperimental) => change({ AllowExperimental }, "at-once")}
    />
  </Stack>
);
