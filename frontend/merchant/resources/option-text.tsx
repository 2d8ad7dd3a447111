import Box from "@mui/material/Box";

/** Two lines at most, so a list of 200 can be scanned. */
const clamped = {
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
} as const;

/** A filter or report design in a dropdown: its title, with a summary below. */
export const OptionText = ({ title, summary }: { title: string; summary: string | undefined }) => (
  <Box component="span" sx={{ display: "block", minWidth: 0, whiteSpace: "normal", overflowWrap: "anywhere" }}>
    <span>{title}</span>
    {summary !== undefined && (
      <Box
        component="span"
        sx={{ ...clamped, color: "text.secondary", fontSize: "0.8125rem", fontWeight: 400, lineHeight: 1.45 }}
      >
        {summary}
      </Box>
    )}
  </Box>
);
