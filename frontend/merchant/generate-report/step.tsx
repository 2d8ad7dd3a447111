import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

type StepProps = {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
};

/** A numbered step of the card; a line connects its number to the next one. */
export const Step = ({ number, title, isDone, children }: StepProps) => {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", sm: "28px 1fr" },
        columnGap: 2,
        p: { xs: 2, sm: 3 },
        pb: { xs: 2.5, sm: 3 },
        "& + &": { borderTop: 1, borderColor: "divider" },
      }}
    >
      <Box
        aria-hidden="true"
        sx={{
          display: { xs: "none", sm: "grid" },
          width: 26,
          height: 26,
          borderRadius: "50%",
          placeItems: "center",
          fontSize: "0.8125rem",
          fontWeight: 650,
          border: 1,
          ...(isDone
            ? { color: "primary.main", bgcolor: "soft.primary", borderColor: "transparent" }
            : { color: "text.secondary", borderColor: "line.control" }),
        }}
      >
        {number}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
          <Box component="span" aria-hidden="true" sx={{ display: { sm: "none" } }}>
            {number}.{" "}
          </Box>
          {title}
        </Typography>
        {children}
      </Box>
    </Box>
  );
};
