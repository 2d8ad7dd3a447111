import Button from "@mui/material/Button";

type MendButtonProps = {
  /** The replacement, as the button names it. */
  use: string;
  onUse: () => void;
};

/** Replaces a formula or a number format with what was probably meant. */
export const MendButton = ({ use, onUse }: MendButtonProps) => (
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
