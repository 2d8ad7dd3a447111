import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

type SampleBoxProps = {
  /** The setting's name, for screen readers. */
  of: string;
  /** A comment on the sample; announced when it changes. */
  note?: string | undefined;
  children: ReactNode;
};

/** Text in a sample: aligns its first line with the text beside it in {@link Setting}. */
export const sampleText = {
  px: 1.5,
  py: 1,
  fontSize: "0.8125rem",
  lineHeight: "20px",
  overflowWrap: "anywhere",
} as const;

export const SampleBox = ({ of, note, children }: SampleBoxProps) => (
  <Box role="group" aria-label={`Sample: ${of}`} sx={{ minWidth: 0 }}>
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1, bgcolor: "surface.sunken", overflow: "hidden" }}>
      {children}
    </Box>
    <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ mt: note === undefined ? 0 : 0.75 }}>
      {note}
    </Typography>
  </Box>
);
