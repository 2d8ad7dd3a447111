/** Ways to get a file, or to have it made. */
export const smallButton = { size: "small", variant: "outlined", color: "inherit" } as const;

/** What can be done beside that; padded as much as it is moved to the left. */
export const quietButton = {
  size: "small",
  variant: "text",
  color: "inherit",
  sx: { px: 1, color: "text.secondary" },
} as const;
