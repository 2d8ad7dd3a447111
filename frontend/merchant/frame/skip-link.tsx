import Link from "@mui/material/Link";

/** First Tab stop: skips the header. */
export const SkipLink = () => (
  <Link
    href="#main"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    }}
    sx={{
      position: "absolute",
      left: 16,
      top: -80,
      zIndex: 2000,
      px: 2,
      py: 1,
      borderRadius: 1,
      boxShadow: 8,
      bgcolor: "surface.raised",
      "&:focus": { top: 10 },
      "@media print": { display: "none" },
    }}
  >
    Skip to content
  </Link>
);
