import Box from "@mui/material/Box";

/** A button's label in an editor's head. On a phone only the icon shows, so the button needs an aria-label. */
export const ActionName = ({ children }: { children: string }) => (
  <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
    {children}
  </Box>
);

export const iconOnlyWhenNarrow = {
  px: { xs: 1.125, sm: 1.75 },
  "& .MuiButton-startIcon": { ml: { xs: 0, sm: -0.5 }, mr: { xs: 0, sm: 0.875 } },
};
