import Button from "@mui/material/Button";

type MendButtonProps = {
  /** What takes the place of what was written. */
  use: string;
  onUse: () => void;
};

/** Takes what was probably meant by a formula or a number format. */
export const MendButton = ({ use, onUse }: MendButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    size="small"
    sx={{ display: "block", mt: 0.75, textAlign: "left", overflowWrap: "anywhere" }}
    onClick={onUse}
  >
    Use {use}
  </Button>
);
