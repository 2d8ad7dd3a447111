import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import { CloseIcon, OutsideIcon } from "../../shared/ui/icons.tsx";
import { useAppConfig } from "../use-app-config.ts";
import { filmFrame } from "./film-frame.ts";
import { TourFilm } from "./tour-film.tsx";

/** A video that the browser can play; anything else is a page of another site. */
const isFilm = (address: string) => /\.(webm|mp4|m4v|ogv)$/i.test(new URL(address, window.location.origin).pathname);

/** The largest width that leaves room for the text below. */
const column = { maxWidth: "min(1120px, calc((100vh - 240px) * 1.6))", minWidth: { sm: 480 }, mx: "auto" } as const;

/** The fullscreen video (S-1.2.12): our own recording, or the installation's. */
const TourDialog = ({ onClose }: { onClose: () => void }) => {
  const { TutorialVideo } = useAppConfig();
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby="tour-title"
      slotProps={{ paper: { sx: { m: { xs: 0 } } } }}
    >
      <Box sx={{ px: { xs: 2, sm: 3 }, py: 1.5 }}>
        <Box sx={{ ...column, display: "flex", alignItems: "center" }}>
          <DialogTitle id="tour-title" sx={{ p: 0, flex: 1 }}>
            How it works
          </DialogTitle>
          <IconButton aria-label="Close the video" edge="end" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Box>
      </Box>
      <Box sx={{ flex: 1, overflowY: "auto", px: { xs: 2, sm: 3 }, pb: 3 }}>
        <Box sx={column}>
          {!TutorialVideo ? (
            <TourFilm />
          ) : isFilm(TutorialVideo) ? (
            <Box component="video" src={TutorialVideo} controls playsInline sx={filmFrame} />
          ) : (
            <Link href={TutorialVideo} target="_blank" rel="noreferrer">
              Watch the video on {new URL(TutorialVideo, window.location.origin).hostname}
              <OutsideIcon fontSize="inherit" sx={{ ml: 0.5, verticalAlign: "-0.125em" }} />
            </Link>
          )}
        </Box>
      </Box>
    </Dialog>
  );
};

export default TourDialog;
