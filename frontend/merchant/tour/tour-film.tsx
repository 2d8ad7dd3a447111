import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Slider from "@mui/material/Slider";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useRef, useState } from "react";
import { PauseIcon, PlayIcon } from "../../shared/ui/icons.tsx";
import { filmFrame } from "./film-frame.ts";
import captions from "./tour.vtt?url&no-inline";
import recording from "./tour.webm?url&no-inline";
import poster from "./tour-poster.webp";
import { tourSteps } from "./tour-steps.ts";

/** Seconds as `0:07`. */
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Index of the caption; -1 before the first one, and until captions are loaded. */
const captionAt = (film: HTMLVideoElement | null, seconds: number): number =>
  Array.from(film?.textTracks[0]?.cues ?? []).findLastIndex(({ startTime }) => startTime <= seconds);

/** Starts the video. Pausing it or closing the tour may interrupt that start, which is no fault. */
const play = async (film: HTMLVideoElement): Promise<void> => {
  try {
    await film.play();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
};

/**
 * Our own silent recording with its controls, and captions below. It starts by itself unless the system asks for
 * reduced motion.
 */
export const TourFilm = () => {
  const isCalm = useMediaQuery("(prefers-reduced-motion: reduce)");
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [step, setStep] = useState(-1);
  useEffect(() => {
    const [track] = video.current?.textTracks ?? [];
    // Captions over the video would cover what they explain.
    if (track) track.mode = "hidden";
  }, []);
  const show = (film: HTMLVideoElement, seconds: number) => {
    setAt(seconds);
    setStep(captionAt(film, seconds));
  };
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else if (video.current) void play(video.current);
  };
  const seek = (seconds: number) => {
    if (!video.current) return;
    video.current.currentTime = seconds;
    show(video.current, seconds);
  };
  return (
    <>
      <Box
        component="video"
        ref={video}
        src={recording}
        poster={poster}
        muted
        playsInline
        autoPlay={!isCalm}
        aria-describedby="tour-words"
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onLoadedMetadata={({ currentTarget }) => setLength(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => show(currentTarget, currentTarget.currentTime)}
        sx={filmFrame}
      >
        <track kind="captions" srcLang="en" label="English" src={captions} default />
      </Box>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mt: 0.5 }}>
        <IconButton aria-label={isPlaying ? "Pause" : "Play"} edge="start" onClick={toggle}>
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <Slider
          size="small"
          aria-label="Position in the video"
          min={0}
          max={length}
          step={1}
          value={Math.min(at, length)}
          getAriaValueText={(seconds) => `${minutes(seconds)} of ${minutes(length)}`}
          onChange={(_event, value) => seek(value as number)}
        />
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap", minWidth: 84, textAlign: "end" }}>
          {minutes(at)} / {minutes(length)}
        </Typography>
      </Box>
      <Box component="ol" id="tour-words" sx={{ m: 0, mt: 1, pl: 3 }}>
        {tourSteps.map((words, index) => (
          <Typography
            component="li"
            key={words}
            {...(index === step ? { "aria-current": "step", sx: { fontWeight: 600 } } : { color: "textSecondary" })}
          >
            {words}
          </Typography>
        ))}
      </Box>
    </>
  );
};
