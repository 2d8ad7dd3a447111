import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

type ShopGuessProps = { guess: string; disabled: boolean; onChoose: (shop: string) => void };

/** Offers the probable name for an invalid one. */
export const ShopGuess = ({ guess, disabled, onChoose }: ShopGuessProps) => (
  <Alert severity="warning">
    That isn't a valid shop name. Use the first part of your store's address, as in {guess}.myshopify.com.
    <Button
      variant="outlined"
      size="small"
      disabled={disabled}
      onClick={() => onChoose(guess)}
      sx={{ display: "flex", mt: 1, maxWidth: "100%", overflowWrap: "anywhere" }}
    >
      Log in to {guess}
    </Button>
  </Alert>
);
