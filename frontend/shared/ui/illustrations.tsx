import Box from "@mui/material/Box";
import type { ReactNode } from "react";

const ear = "M0 0c4 4.6 4.2 11 0 16.4-4.2-5.4-4-11.8 0-16.4Z";

/** Three ears of grain behind a sheet of paper, the common motif. */
const Ears = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y}) scale(1.4)`} style={{ fill: "var(--mui-palette-accent-main)" }}>
    <path d={ear} />
    <path d={ear} transform="rotate(-40 0 19)" fillOpacity="0.75" />
    <path d={ear} transform="rotate(40 0 19)" fillOpacity="0.75" />
  </g>
);

const paper = {
  fill: "var(--mui-palette-surface-raised)",
  stroke: "color-mix(in srgb, var(--mui-palette-text-primary) 26%, var(--mui-palette-background-default))",
  strokeWidth: 1.5,
};
const soft = { stroke: "var(--mui-palette-divider)", strokeWidth: 4, strokeLinecap: "round" as const, fill: "none" };
const strong = {
  stroke: "var(--mui-palette-primary-main)",
  strokeWidth: 4,
  strokeLinecap: "round" as const,
  fill: "none",
};
const thin = { ...strong, strokeWidth: 3, strokeLinejoin: "round" as const };

const Sheet = ({ children }: { children: ReactNode }) => (
  <>
    <Ears x={76} y={3} />
    <rect x="34" y="26" width="60" height="64" rx="6" style={paper} />
    {children}
  </>
);

const drawings = {
  exports: (
    <Sheet>
      <path d="M46 40h24M46 50h36" style={soft} />
      <path d="M64 60v16M56.5 69l7.5 7.5 7.5-7.5" style={thin} />
    </Sheet>
  ),
  designs: (
    <Sheet>
      <path d="M44 38h40" style={strong} />
      <path d="M44 50h8M60 50h8M76 50h8M44 62h8M60 62h8M76 62h8M44 74h8M60 74h8M76 74h8" style={soft} />
    </Sheet>
  ),
  filters: (
    <Sheet>
      <path d="M46 42h36M46 42l14 16v16l8-4V58l14-16" style={thin} />
    </Sheet>
  ),
  orders: (
    <Sheet>
      <path d="M44 40h6M44 53h6M44 66h6M44 79h6" style={strong} />
      <path d="M60 40h24M60 53h18M60 66h24M60 79h12" style={soft} />
    </Sheet>
  ),
  message: (
    <Sheet>
      <path d="M44 46h40v26H44zM44 47l20 15 20-15" style={thin} />
    </Sheet>
  ),
  /** Nothing found here. */
  nowhere: (
    <Sheet>
      <circle cx="62" cy="54" r="12" style={thin} />
      <path d="m71 63 10 10" style={thin} />
    </Sheet>
  ),
  broken: (
    <Sheet>
      <path d="M46 44l14 12-8 8 14 12" style={thin} />
      <path d="M72 44h10M76 56h6" style={soft} />
    </Sheet>
  ),
  offline: (
    <Sheet>
      <path d="M46 56c10-10 26-10 36 0M53 65c6-6 16-6 22 0" style={soft} />
      <path d="M64 76v.1M48 42l32 36" style={strong} />
    </Sheet>
  ),
  /** All is well. */
  done: (
    <Sheet>
      <path d="m50 58 10 10 18-20" style={{ ...thin, strokeWidth: 4 }} />
    </Sheet>
  ),
};

export type IllustrationName = keyof typeof drawings;

/** A small drawing for an empty place. It adds nothing to the words beside it. */
export const Illustration = ({ name, width = 128 }: { name: IllustrationName; width?: number }) => (
  <Box
    component="svg"
    viewBox="16 0 96 96"
    aria-hidden="true"
    sx={{ width, height: width, display: "block", flex: "none" }}
  >
    <ellipse cx="64" cy="92" rx="40" ry="3" style={{ fill: "var(--mui-palette-divider)" }} />
    {drawings[name]}
  </Box>
);
