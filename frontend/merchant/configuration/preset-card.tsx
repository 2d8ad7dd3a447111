import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { type Preset, toPresetChange } from "./presets.ts";
import type { SectionContent } from "./use-announced-change.ts";

type PresetCardProps = { preset: Preset } & Pick<SectionContent, "draft" | "change">;

/** A preset, its changes, and a button that makes all of them. */
export const PresetCard = ({ preset, draft, change }: PresetCardProps) => {
  const id = useId();
  const { words, after } = toPresetChange(preset, draft);
  const isSet = words.length === 0;
  const use = () => {
    if (!isSet) change(after, "at-once", `Your files are now made for ${preset.name}`);
  };
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-labelledby={id}
      sx={{ p: 2, display: "flex", flexDirection: "column", alignItems: "flex-start", boxShadow: "none" }}
    >
      <Typography variant="h3" component="h4" id={id}>
        {preset.name}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {preset.note}
      </Typography>
      <Box sx={{ flex: 1, mb: 1.5 }}>
        {isSet ? (
          <Typography variant="body2">Your files already use these settings.</Typography>
        ) : (
          <Box component="ul" aria-label="What it changes" sx={{ m: 0, pl: 2.25, fontSize: "0.8125rem" }}>
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Box>
        )}
      </Box>
      {/* Stays focusable with nothing left to change, as it may have the focus. */}
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-disabled={isSet}
        aria-describedby={id}
        onClick={use}
        sx={{ "&[aria-disabled=true]": { color: "text.disabled", borderColor: "divider", cursor: "default" } }}
      >
        Use these settings
      </Button>
    </Paper>
  );
};
