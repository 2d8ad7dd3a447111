import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { type ComponentType, lazy, useState } from "react";
import { CloseIcon } from "../../shared/ui/icons.tsx";
import { useServices } from "../services.tsx";

/**
 * A part of a page whose code loads on demand. If that fails, a sentence with 'Try again' replaces it, and the rest of
 * the page works. `close` removes an opened part (a dialog).
 */
export const createLazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close?: (props: Props) => void,
) => {
  // The result of a later try, for the next time the part is shown.
  let loadedPart: ComponentType<Props> | null = null;

  const LostPart = (props: Props) => {
    const { api } = useServices();
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loadedPart);
    const [trying, setTrying] = useState(false);
    if (Part !== null) return <Part {...props} />;
    const retry = async () => {
      setTrying(true);
      try {
        loadedPart = (await load()).default;
        setPart(() => loadedPart);
      } catch (error) {
        console.warn("The code of this part of the page could not be fetched again.", error);
        // With a connection the code must have moved to a newer version. Only a reload helps.
        if (await isThere(api.isOnline(null))) window.location.reload();
        setTrying(false);
      }
    };
    return (
      <Alert
        severity="error"
        sx={{ width: "100%", my: 1 }}
        action={
          <>
            <Button color="inherit" size="small" loading={trying} onClick={() => void retry()}>
              Try again
            </Button>
            {close && (
              <IconButton color="inherit" size="small" aria-label="Close" onClick={() => close(props)}>
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </>
        }
      >
        This part of the page couldn't be loaded. Check your connection and try again.
      </Alert>
    );
  };

  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch (error) {
      console.warn("The code of this part of the page could not be fetched.", error);
      return { default: LostPart };
    }
  });
};

const isThere = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    // The part itself already says that there is no connection.
    () => false,
  );
