// A page that is opened from a folder may start no worker. Search runs in one: here it runs in a hidden frame
// instead, which is spoken to in the same way.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.onmessage = null;
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<script>
        function importScripts() {
          return Promise.all([...arguments].map((address) => new Promise((done, failed) => {
            const script = document.createElement("script");
            Object.assign(script, { src: address, onload: done, onerror: failed });
            document.head.append(script);
          })));
        }
        function postMessage(data) { parent.dispatchEvent(new MessageEvent("from-frame", { data })); }
      <\/script><script src="${new URL(address, document.baseURI)}"><\/script>`;
      window.addEventListener("from-frame", (event) => this.receive(event.data));
      this.frame.addEventListener("load", () => this.open());
      document.head.parentNode.append(this.frame);
    }

    open() {
      this.loaded = true;
      for (const data of this.waiting.splice(0)) this.postMessage(data);
    }

    postMessage(data) {
      if (!this.loaded) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    receive(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
  };
}
