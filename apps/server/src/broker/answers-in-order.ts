/** The place of a message among those of its connection that wait for their answers. */
export interface Place {
  give: (() => void) | undefined;
  next: Place | undefined;
}

/**
 * Gives the answers of one connection in the order in which its messages came, however long each of them takes
 * [MQTT-4.6.0-2, MQTT-4.6.0-3].
 */
export class AnswersInOrder {
  #first: Place | undefined;
  #last: Place | undefined;
  #isOver = false;

  /** For a message that came after all others that have a place. */
  place(): Place {
    const place: Place = { give: undefined, next: undefined };
    if (this.#last) this.#last.next = place;
    else this.#first = place;
    this.#last = place;
    return place;
  }

  /** Calls `give` once all that came before has been answered: at once, where nothing has to wait. */
  answer(place: Place, give: () => void): void {
    if (this.#isOver) return;
    place.give = give;
    for (let first = this.#first; first?.give; first = this.#first) {
      this.#first = first.next;
      if (!first.next) this.#last = undefined;
      first.give();
    }
  }

  /** The connection is being closed: whoever waits is not answered any more. */
  end(): void {
    this.#isOver = true;
    this.#first = undefined;
    this.#last = undefined;
  }
}
