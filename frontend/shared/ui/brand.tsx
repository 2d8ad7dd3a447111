import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** The mark and the name. */
export const Brand = ({ size = 28 }: { size?: number }) => (
  <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 1 }}>
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f6f5c" />
      <path
        d="M16 26V8M16 26C11 21 8 16 8 9M16 26c5-5 8-10 8-17"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M10 19.5h12" stroke="#f3c969" strokeWidth="2.8" strokeLinecap="round" />
    </svg>
    <Typography component="span" sx={{ fontWeight: 700, fontSize: "1.125rem", letterSpacing: "-0.02em" }}>
      Sheaf
    </Typography>
  </Box>
);
