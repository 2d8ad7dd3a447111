/** Styles of a film in the dialog. Our recording and those of installations have the same shape. */
export const filmFrame = {
  display: "block",
  width: "100%",
  aspectRatio: "16 / 10",
  borderRadius: 1.5,
  border: 1,
  borderColor: "divider",
  bgcolor: "surface.sunken",
} as const;
