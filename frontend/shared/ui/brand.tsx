import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { markShape } from "./mark-shape.ts";

const { band, corner, dark, ear, light, stalks, turns } = markShape;

/** Three ears bound into a sheaf, as in public/favicon.svg. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <Box
    component="svg"
    viewBox="0 0 32 32"
    aria-hidden="true"
    sx={[
      { width: size, height: size, flex: "none", color: light },
      (theme) => theme.applyStyles("dark", { color: dark }),
    ]}
  >
    <rect width="32" height="32" rx={corner} fill="currentColor" />
    <g fill="#fff">
      {turns.map((turn) => (
        <path key={turn} d={ear} transform={turn} />
      ))}
    </g>
    <rect {...band} />
    <path d={stalks.d} fill="none" stroke="#fff" strokeWidth={stalks.width} strokeLinecap="round" />
  </Box>
);

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
