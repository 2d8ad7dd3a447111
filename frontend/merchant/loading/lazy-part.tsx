import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { type ComponentType, lazy, useState } from "react";
import { CloseIcon } from "../../shared/ui/icons.tsx";
import { useServices } from "../services.tsx";

/**
 * A part of a page whose code is fetched when it is needed. When it cannot be fetched, a sentence with 'Try again' stands in its
 * place and the page around it goes on. `close` takes a part that was opened (a dialog) away again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close?: (props: Props) => void,
) => {
  // What a later try has brought, for whenever the part is shown again.
  let found: ComponentType<Props> | null = null;

  const LostPart = (props: Props) => {
    const { api } = useServices();
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => found);
    const [trying, setTrying] = useState(false);
    if (Part !== null) return <Part {...props} />;
    const retry = async () => {
      setTrying(true);
      try {
        found = (await load()).default;
        setPart(() => found);
      } catch (error) {
        console.warn("The code of this part of the page could not be fetched again.", error);
        // With a connection it is that the code has moved to a newer version: only the whole page can be asked for it.
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
        This part of the page could not be loaded. Check your connection and try again.
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
    // Said in the place of the part already: there is no connection.
    () => false,
  );
