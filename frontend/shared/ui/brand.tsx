import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** One ear of grain, upright; the others are the same, turned about the knot. */
const ear = "M16 3.4c3.7 4.3 3.9 10.3 0 15.3-3.9-5-3.7-11 0-15.3Z";

/** The mark alone: three ears bound into a sheaf. The same drawing as public/favicon.svg. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <Box
    component="svg"
    viewBox="0 0 32 32"
    aria-hidden="true"
    sx={[
      { width: size, height: size, flex: "none", color: "#17614e" },
      (theme) => theme.applyStyles("dark", { color: "#217a62" }),
    ]}
  >
    <rect width="32" height="32" rx="8.5" fill="currentColor" />
    <g fill="#fff">
      <path d={ear} />
      <path d={ear} transform="rotate(-43 16 20.4)" />
      <path d={ear} transform="rotate(43 16 20.4)" />
    </g>
    <rect x="10.2" y="19.7" width="11.6" height="3.2" rx="1.6" fill="#f2c15c" />
    <path
      d="M16 24.5v4M13 24.4l-1.7 3.5M19 24.4l1.7 3.5"
      fill="none"
      stroke="#fff"
      strokeWidth="2.3"
      strokeLinecap="round"
    />
  </Box>
);

/** The mark and the name. */
export const Brand = ({ size = 28 }: { size?: number }) => (
  <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 1.125, verticalAlign: "middle" }}>
    <Mark size={size} />
    <Typography
      component="span"
      sx={{ fontWeight: 680, fontSize: size * 0.65, letterSpacing: "-0.028em", lineHeight: 1.2 }}
    >
      Sheaf
    </Typography>
  </Box>
);
