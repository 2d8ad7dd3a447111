/** Styles of a video in the dialog, our recording or an installation's own. */
export const filmFrame = {
  display: "block",
  width: "100%",
  aspectRatio: "16 / 10",
  borderRadius: 1.5,
  border: 1,
  borderColor: "divider",
  bgcolor: "surface.sunken",
} as const;
