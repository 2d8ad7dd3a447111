import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Illustration, type IllustrationName } from "./illustrations.tsx";

type EmptyStateProps = {
  illustration?: IllustrationName;
  /** Shown instead of an illustration. */
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** A button or link to the next step. */
  action?: ReactNode;
  /** `h1` if the page has no other heading. */
  heading?: "h1" | "h2" | "h3" | "p";
  /** Smaller, for panels and cards. */
  compact?: boolean;
};

/** Says what belongs in an empty place, and how to get it. */
export const EmptyState = ({
  illustration,
  icon,
  title,
  text,
  action,
  heading = "h2",
  compact = false,
}: EmptyStateProps) => (
  <Box
    sx={{
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      textAlign: "center",
      gap: compact ? 0.75 : 1,
      px: 2,
      py: compact ? 4 : { xs: 6, sm: 9 },
    }}
  >
    {illustration && <Illustration name={illustration} width={compact ? 88 : 128} />}
    {icon && <Box sx={{ color: "text.secondary", fontSize: 32, "& svg": { fontSize: "inherit" } }}>{icon}</Box>}
    <Typography
      variant={heading === "h1" ? "h1" : compact ? "h3" : "h2"}
      component={heading}
      sx={{ mt: 1, textWrap: "balance" }}
    >
      {title}
    </Typography>
    {text && (
      <Typography
        component="div"
        color="textSecondary"
        variant={compact ? "body2" : "body1"}
        sx={{ maxWidth: 440, textWrap: "pretty" }}
      >
        {text}
      </Typography>
    )}
    {action && (
      <Box sx={{ mt: 1.5, display: "flex", gap: 1.5, flexWrap: "wrap", justifyContent: "center" }}>{action}</Box>
    )}
  </Box>
);
