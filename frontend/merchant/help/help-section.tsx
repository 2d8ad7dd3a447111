import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

/** A question and its answer in 'Help and tips'. */
export const HelpSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        mb: 3,
        fontSize: "0.875rem",
        lineHeight: 1.55,
        color: "text.secondary",
        "& p": { fontSize: "inherit", lineHeight: "inherit" },
        "& p + p": { mt: 1 },
        "& strong": { color: "text.primary", fontWeight: 600 },
        "& ul": { m: 0, pl: 2.25 },
        "& li + li": { mt: 0.5 },
      }}
    >
      <Typography variant="h3" id={id} sx={{ mb: 0.5, color: "text.primary" }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
};
