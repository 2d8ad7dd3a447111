import Button from "@mui/material/Button";

type MendButtonProps = {
  /** The replacement, as shown on the button. */
  use: string;
  onUse: () => void;
};

/** Replaces a formula or number format with the probably meant one. */
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
