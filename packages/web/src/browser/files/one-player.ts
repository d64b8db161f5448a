let playing: HTMLMediaElement | undefined

/** Pauses the current player in favour of the one that starts. */
export function playAlone(player: HTMLMediaElement): void {
  if (playing !== player) playing?.pause()
  playing = player
}

/** Pauses the current player. */
export const stopPlaying = (): void => playing?.pause()
