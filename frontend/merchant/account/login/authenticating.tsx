import { keyframes } from "@emotion/react";
import Box from "@mui/material/Box";
import { Mark } from "../../../shared/ui/brand.tsx";
import { ShopIcon } from "../../../shared/ui/icons.tsx";

const pass = keyframes`
  0% { transform: translateX(0); opacity: 0; }
  20%, 80% { opacity: 1; }
  100% { transform: translateX(80px); opacity: 0; }
`;

/** Three grains moving between store and application; static if the user prefers no motion. */
export const Authenticating = () => (
  <Box aria-hidden="true" sx={{ display: "flex", alignItems: "center", gap: 2, py: 1 }}>
    <Box
      sx={{
        display: "grid",
        placeItems: "center",
        width: 56,
        height: 56,
        border: 1,
        borderColor: "divider",
        borderRadius: 2,
        bgcolor: "background.paper",
        color: "text.secondary",
      }}
    >
      <ShopIcon fontSize="large" />
    </Box>
    <Box sx={{ position: "relative", width: 88, height: 8 }}>
      {[0, 1, 2].map((grain) => (
        <Box
          key={grain}
          sx={{
            position: "absolute",
            left: 0,
            width: 8,
            height: 8,
            borderRadius: "50%",
            bgcolor: "primary.main",
            transform: `translateX(${grain * 32 + 8}px)`,
            "@media (prefers-reduced-motion: no-preference)": {
              animation: `${pass} 1.8s cubic-bezier(0.45, 0, 0.55, 1) ${grain * 0.6}s infinite both`,
            },
          }}
        />
      ))}
    </Box>
    <Mark size={56} />
  </Box>
);
