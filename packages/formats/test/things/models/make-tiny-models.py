"""Makes the tiny models of the tests: python3 make-tiny-models.py, with Debian's python3-onnx.

text-tokens    tokens of six dimensions (last_hidden_state), to be averaged over a text
text-sentence  the same, averaged by the model itself (sentence_embedding), in the folder onnx/
picture        mean colours of the quarters of a picture of 8 x 8 (image_embeds)
"""
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

here = Path(__file__).parent / "fixtures"
subjects = {
    "sport": "team match goal cup player coach season league win score".split(),
    "money": "bank shares market price profit rates trade growth tax fund".split(),
    "sky": "star planet moon orbit telescope comet galaxy light night sun".split(),
}
special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
words = special + [word for own in subjects.values() for word in own] + ["##s", "the", "a", "and", "of"]


def table():
    """A row per word: where its subject stands, and a little of its own."""
    rows = np.random.default_rng(7).normal(0, 0.1, (len(words), 6))
    for place, own in enumerate(subjects.values()):
        for word in own:
            rows[words.index(word), place] += 1
    return rows.astype(np.float32)


def write(folder, name, nodes, inputs, outputs, constants, settings):
    """One folder of a model in the usual layout."""
    target = here / folder
    (target / name).parent.mkdir(parents=True, exist_ok=True)
    graph = helper.make_graph(
        nodes,
        folder,
        [helper.make_tensor_value_info(*each) for each in inputs],
        [helper.make_tensor_value_info(*each) for each in outputs],
        [numpy_helper.from_array(value, key) for key, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    save(model, str(target / name))
    for file, content in settings.items():
        (target / file).write_text(json.dumps(content, indent=1) + "\n")


tokenizer = {
    "version": "1.0",
    "truncation": {"direction": "Right", "max_length": 16, "strategy": "LongestFirst", "stride": 0},
    "padding": None,
    "added_tokens": [
        {"id": i, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, token in enumerate(special)
    ],
    "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "pair": [],
        "special_tokens": {token: {"id": token, "ids": [special.index(token)], "tokens": [token]} for token in ["[CLS]", "[SEP]"]},
    },
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": {word: i for i, word in enumerate(words)}},
}
text_settings = {"tokenizer.json": tokenizer, "tokenizer_config.json": {"model_max_length": 512}, "config.json": {"hidden_size": 6}}
text_inputs = [("input_ids", TensorProto.INT64, ["batch", "tokens"]), ("attention_mask", TensorProto.INT64, ["batch", "tokens"])]

write(
    "text-tokens",
    "model.onnx",
    [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("Unsqueeze", ["attention_mask", "last"], ["mask"]),
        helper.make_node("Cast", ["mask"], ["weights"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["rows", "weights"], ["last_hidden_state"]),
    ],
    text_inputs,
    [("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", 6])],
    {"table": table(), "last": np.array([2], np.int64)},
    text_settings,
)
write(
    "text-sentence",
    "onnx/model.onnx",
    [
        helper.make_node("Gather", ["table", "input_ids"], ["token_embeddings"]),
        helper.make_node("ReduceMean", ["token_embeddings"], ["sentence_embedding"], axes=[1], keepdims=0),
    ],
    text_inputs[:1],
    [("token_embeddings", TensorProto.FLOAT, ["batch", "tokens", 6]), ("sentence_embedding", TensorProto.FLOAT, ["batch", 6])],
    {"table": table()},
    text_settings,
)
write(
    "picture",
    "model.onnx",
    [
        helper.make_node("AveragePool", ["pixel_values"], ["quarters"], kernel_shape=[4, 4], strides=[4, 4]),
        helper.make_node("Flatten", ["quarters"], ["image_embeds"]),
    ],
    [("pixel_values", TensorProto.FLOAT, ["batch", 3, 8, 8])],
    [("image_embeds", TensorProto.FLOAT, ["batch", 12])],
    {},
    {
        "config.json": {"hidden_size": 12},
        "preprocessor_config.json": {
            "do_resize": True, "size": {"shortest_edge": 10}, "do_center_crop": True, "crop_size": {"height": 8, "width": 8},
            "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "image_mean": [0.5, 0.4, 0.3], "image_std": [0.5, 0.25, 0.2],
        },
    },
)
