// Lets one video or recording play at a time in a window.

let playing: HTMLMediaElement | undefined

/** Stops the one that plays for the one that starts. */
export function playAlone(player: HTMLMediaElement): void {
  if (playing !== player) playing?.pause()
  playing = player
}

/** Stops the one that plays. */
export const stopPlaying = (): void => playing?.pause()
