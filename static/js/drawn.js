/* A signature drawn with finger, pen or mouse; it is sent as a PNG in a hidden field. */
"use strict";

(() => {
  document.querySelectorAll("[data-draw]").forEach((canvas) => {
    const field = document.getElementById(canvas.dataset.draw);
    const pen = canvas.getContext("2d");
    let drawing = false;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return [
        (event.clientX - box.left) * (canvas.width / box.width),
        (event.clientY - box.top) * (canvas.height / box.height),
      ];
    };
    pen.lineWidth = 3;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.strokeStyle = "#000000";
    canvas.addEventListener("pointerdown", (event) => {
      drawing = true;
      canvas.setPointerCapture(event.pointerId);
      pen.beginPath();
      pen.moveTo(...at(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!drawing) return;
      pen.lineTo(...at(event));
      pen.stroke();
    });
    const end = () => {
      if (!drawing) return;
      drawing = false;
      field.value = canvas.toDataURL("image/png");
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    document.querySelectorAll(`[data-draw-clear="${canvas.dataset.draw}"]`).forEach((button) => {
      button.addEventListener("click", () => {
        pen.clearRect(0, 0, canvas.width, canvas.height);
        field.value = "";
      });
    });
  });
})();
