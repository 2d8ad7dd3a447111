const twoDigits = (count: number): string => String(count).padStart(2, "0");

/** `milliseconds` may be negative, as browsers' clocks differ from the server's. */
export const describeRemainingTime = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  return seconds === 0 ? "Ends now" : `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)} left`;
};
