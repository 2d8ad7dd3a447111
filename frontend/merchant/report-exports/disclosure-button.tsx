import Button, { type ButtonProps } from "@mui/material/Button";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import { quietButton } from "./buttons.ts";

type DisclosureButtonProps = Pick<ButtonProps, "sx" | "children"> & {
  open: boolean;
  onToggle: () => void;
  /** Id of the part that it opens. */
  controls: string;
};

/** A quiet button that opens and closes a part of the page. */
export const DisclosureButton = ({ open, onToggle, controls, sx, children }: DisclosureButtonProps) => (
  <Button
    {...quietButton}
    {...(sx && { sx })}
    endIcon={
      <ChevronDownIcon
        sx={{
          transform: open ? "rotate(180deg)" : "none",
          transition: (theme) => theme.transitions.create("transform"),
        }}
      />
    }
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    onClick={onToggle}
  >
    {children}
  </Button>
);
