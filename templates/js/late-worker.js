// Before Material's script, which starts the search worker through it: the worker then starts as search is opened, not with the page.
// Opened from a folder, where browsers start no workers, the same script runs in an empty frame.

class LateWorker extends EventTarget {
  constructor(url) {
    super();
    this.url = new URL(url, location).href;
    document.addEventListener("change", ({target}) => target.id === "__search" && this.start());
  }

  start() {
    return this.started ??= location.protocol === "file:" ? this.frame() : this.worker();
  }

  /** Take over from partials/early.html, which begins before this script is there. */
  async worker() {
    const worker = krSearch();
    document.querySelector("[data-md-component=search-query]").oninput = null;
    worker.onmessage = ({data}) => this.tell(data);
    return worker;
  }

  frame() {
    const frame = Object.assign(document.createElement("iframe"), {hidden: true, title: "Search"});
    document.body.append(frame);
    const inside = frame.contentWindow, script = frame.contentDocument.createElement("script");
    inside.postMessage = data => this.tell(data);
    const ready = new Promise(resolve => script.addEventListener("load", resolve));
    frame.contentDocument.head.append(Object.assign(script, {src: this.url}));
    return ready.then(() => ({postMessage: data => inside.dispatchEvent(new inside.MessageEvent("message", {data}))}));
  }

  /** Pass an answer on. When the worker has learnt the rest of the site (4), ask again, but never for a list that somebody has gone into. */
  tell(data) {
    if (data.type !== 4) this.dispatchEvent(new MessageEvent("message", {data}));
    else if (this.asked && !document.activeElement.matches(".md-search-result *")) this.postMessage(this.asked);
  }

  /** Pass a word on; a question (2) is kept. */
  postMessage(message) {
    if (message.type === 2) this.asked = message;
    this.start().then(worker => worker.postMessage(message));
  }
}
