import Link from "@mui/material/Link";

/** First stop of the Tab key: past the header. */
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
      top: -60,
      zIndex: 2000,
      p: 1,
      bgcolor: "background.paper",
      "&:focus": { top: 12 },
    }}
  >
    Skip to content
  </Link>
);
