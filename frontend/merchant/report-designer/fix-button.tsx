import Button from "@mui/material/Button";

type FixButtonProps = {
  /** The button's label. */
  use: string;
  onUse: () => void;
};

/** Replaces a formula or number format with the likely one. */
export const FixButton = ({ use, onUse }: FixButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    size="small"
    sx={{ display: "block", mt: 0.75, textAlign: "left", whiteSpace: "normal", overflowWrap: "anywhere" }}
    onClick={onUse}
  >
    Use {use}
  </Button>
);
