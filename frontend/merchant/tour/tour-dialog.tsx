import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { CloseIcon, OutsideIcon } from "../../shared/ui/icons.tsx";
import { useAppConfig } from "../use-app-config.ts";
import captions from "./tour.vtt?url&no-inline";
import recording from "./tour.webm?url&no-inline";
import poster from "./tour-poster.webp";
import { tourSteps } from "./tour-steps.ts";

/** A film that a browser can play by itself; anything else is a page of another site. */
const isFilm = (address: string) => /\.(webm|mp4|m4v|ogv)$/i.test(new URL(address, window.location.origin).pathname);

/** As wide as leaves room for the words under the film. */
const column = { maxWidth: "min(1120px, calc((100vh - 240px) * 1.6))", minWidth: { sm: 480 }, mx: "auto" } as const;

/**
 * The fullscreen video (S-1.2.12): our own recording, or the installation's film. It has no sound; what happens is in the
 * captions and, for whoever does not watch, in the words beneath. It begins by itself unless the system asks for less motion.
 */
export const TourDialog = ({ onClose }: { onClose: () => void }) => {
  const { TutorialVideo } = useAppConfig();
  const isCalm = useMediaQuery("(prefers-reduced-motion: reduce)");
  const own = !TutorialVideo;
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
          {own || isFilm(TutorialVideo) ? (
            <Box
              component="video"
              key={TutorialVideo ?? recording}
              src={TutorialVideo ?? recording}
              controls
              muted
              playsInline
              autoPlay={!isCalm}
              aria-describedby="tour-words"
              {...(own ? { poster } : {})}
              sx={{
                display: "block",
                width: "100%",
                aspectRatio: "16 / 10",
                borderRadius: 1.5,
                border: 1,
                borderColor: "divider",
                bgcolor: "surface.sunken",
              }}
            >
              {own && <track kind="captions" srcLang="en" label="English" src={captions} default />}
            </Box>
          ) : (
            <Link href={TutorialVideo} target="_blank" rel="noreferrer">
              Watch the video on {new URL(TutorialVideo, window.location.origin).hostname}
              <OutsideIcon fontSize="inherit" sx={{ ml: 0.5, verticalAlign: "-0.125em" }} />
            </Link>
          )}
          <Typography variant="h3" component="h3" sx={{ mt: 2.5 }}>
            In words
          </Typography>
          <Box component="ol" id="tour-words" sx={{ m: 0, mt: 0.5, pl: 3 }}>
            {tourSteps.map((step) => (
              <Typography component="li" key={step} color="textSecondary">
                {step}
              </Typography>
            ))}
          </Box>
        </Box>
      </Box>
    </Dialog>
  );
};

export default TourDialog;
