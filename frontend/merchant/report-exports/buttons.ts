/** Buttons to get a file, or to have it made. */
export const smallButton = { size: "small", variant: "outlined", color: "inherit" } as const;

/** Secondary buttons; their left padding equals their negative margin. */
export const quietButton = {
  size: "small",
  variant: "text",
  color: "inherit",
  sx: { px: 1, color: "text.secondary" },
} as const;
